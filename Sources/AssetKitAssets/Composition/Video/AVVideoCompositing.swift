/// Renders the pictures of a composition in a way of its own. Nothing calls one yet.
public protocol AVVideoCompositing: AnyObject {}
