public import Foundation

/// How the pictures of several tracks become one. Nothing renders one yet: an object that is given a composition refuses
/// it with an error.
open class AVVideoComposition: NSObject, @unchecked Sendable {
    /// Makes an empty composition.
    public override init() { super.init() }
}
