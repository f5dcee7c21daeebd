/// Why a file is not read as raw audio.
package enum RawAudioError: Error, Hashable {
    /// It is none of the formats that are known here.
    case notRecognised
    /// It begins as its format does, but lacks what cannot be done without.
    case damaged(String)
    /// `isCancelled` answered true.
    case cancelled
}
