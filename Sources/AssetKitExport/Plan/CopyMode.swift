/// How a copied clip treats its ends.
enum CopyMode: String, Sendable, Hashable, Codable {
    /// It begins with a picture that stands alone and ends with the last one that lacks none before it: nothing is hidden.
    case keyframe
    /// It is what was asked for: what else decoding needs is there and hidden.
    case presentsExactly
}
