public import Foundation

/// How the sound of several tracks becomes one. Nothing mixes by one yet: an object that is given a mix refuses it with an
/// error.
open class AVAudioMix: NSObject, @unchecked Sendable {
    /// Makes an empty mix.
    public override init() { super.init() }
}
