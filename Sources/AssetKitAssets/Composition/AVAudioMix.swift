public import Foundation

/// How the sound of several tracks becomes one. Nothing mixes by one yet, so none can be made; an object that is given one
/// refuses it with an error.
open class AVAudioMix: NSObject, @unchecked Sendable {
    /// Makes an empty mix.
    @available(*, unavailable, message: "nothing mixes by an audio mix yet")
    public override init() { super.init() }

    /// Makes one for the tests of those who refuse it.
    init(refused: Void) { super.init() }
}
