/// The layout of a weak field, so that one in any struct can be read as Swift reads its own.
struct WeakReference {
  weak var object: AnyObject?
}
