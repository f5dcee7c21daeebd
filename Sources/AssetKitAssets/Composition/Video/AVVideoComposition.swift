public import Foundation

/// How the pictures of several tracks become one. Nothing renders one yet, so none can be made; an object that is
/// given one refuses it with an error.
open class AVVideoComposition: NSObject, @unchecked Sendable {
    /// Makes an empty composition.
    @available(*, unavailable, message: "nothing renders a video composition yet")
    public override init() { super.init() }

    /// Makes one for the tests of those who refuse it.
    init(refused: Void) { super.init() }
}
