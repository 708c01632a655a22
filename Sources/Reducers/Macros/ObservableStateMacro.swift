/// Marks a feature's state as one that is observed.
///
/// Adds nothing: a ``Store`` observes each field by its key path, whether a state is marked or not.
/// Features written for other libraries keep the attribute.
@attached(member)
public macro ObservableState() = #externalMacro(module: "ReducerMacros", type: "ObservableState")
