/// How an export session cuts a time range out where its preset copies. An addition to AVFoundation.
public enum AKTrimMode: String, Sendable, CaseIterable {
    /// Exactly the pictures and samples asked for: copied where they can be, encoded anew at the edges.
    ///
    /// Pictures that cannot be cut this way are encoded as ``exact`` has it; the result's warnings say why. So is what
    /// goes into fragments or has a limit of its length.
    case smart
    /// Everything is encoded again, in the source's formats: exactly the pictures and the samples asked for.
    case exact
    /// Nothing is encoded: the cut moves to the key picture at or before the start. Where clips are joined, headers of open
    /// groups of H.264 and HEVC change, so that decoding begins anew with them.
    case keyframe
    /// Nothing is encoded, and an edit list hides what comes before the start. As on Apple's systems; only in files
    /// that have edit lists, and of sound alone in those that can hide its ends otherwise.
    case presentsExactly
}
