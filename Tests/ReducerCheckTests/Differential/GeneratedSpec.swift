import ReducerCheck
import Reducers

extension FeaturePlan {
  /// The feature with everything that may happen to it, absent children's actions included.
  var spec: Spec<GeneratedFeature.State, GeneratedFeature.Action> {
    let plan = self
    return Spec(
      "Generated", of: GeneratedFeature(plan: plan), startingAt: GeneratedFeature.State()
    )
    .withEndpoints()
    .cancellable()
    .inFlight(atMost: 5)
    .sending(codes: [
      0, 1, 2, 10, 11, 12, 20, 21, 23, 30, 32, 40, 51, 60, 61, 63, 70, 73, 80, 83, 90,
    ])
  }
}

extension Spec {
  /// The endpoints that generated closures call, and the environment behind them.
  func withEndpoints() -> Self {
    environment(0)
      .move("server restarts", when: { $0 > 1 }) { $0 = 0 }
      .endpoint("load") {
        $0.endpoints.load = $1
      } outcomes: {
        [.success($0), .success(1 - $0), .failure(Failed())]
      }
      .endpoint("save") {
        $0.endpoints.save = $1
      } outcomes: {
        [.success($0), .success(1)]
      }
      .endpoint("fetch") {
        $0.endpoints.fetch = $1
      } serving: { (model: inout Int, n: Int) in
        model = (model + 1) % 4
        if model == 3 { throw Failed() }
        return model + n
      }
      .endpoint("flag") {
        $0.endpoints.flag = $1
      } outcomes: {
        [.success(0), .success(1)]
      }
      .endpoint("ticks", ends: true) {
        $0.endpoints.ticks = $1
      } elements: {
        [0, 1]
      }
      .endpoint("feed", ends: true, failing: [Failed()]) {
        $0.endpoints.feed = $1
      } elements: {
        [0, 1]
      }
  }
}

extension Spec<GeneratedFeature.State, GeneratedFeature.Action> {
  /// Lets the outside send the actions of these codes, those of children where they are there.
  func sending(codes: [Int]) -> Self {
    sending { state in
      codes.filter { $0 < 10 || state.answers($0) }.map { GeneratedFeature.Action(Token(code: $0)) }
    }
  }
}

extension GeneratedFeature.State {
  /// Whether what a code goes to is there; some codes are sent all the same.
  fileprivate func answers(_ code: Int) -> Bool {
    switch code / 10 {
    case 1: child != nil
    case 2: child?.leaf != nil || code == 21
    case 6: sheet != nil || code == 61
    case 7, 8: pages[id: StackElementID(generation: code / 10 - 7)] != nil || code == 83
    case 9: sheet?.leaf != nil
    case 3: if case .detail = screen { true } else { false }
    default: rows[id: code / 10 - 4] != nil
    }
  }
}
