/// How what is wanted of a source is cut out of it.
enum Cutting: String, Codable, Sendable, CaseIterable {
    /// Nothing is encoded, and clips move to key frames.
    case keyFrames
    /// Nothing is encoded, and edits hide what is not wanted.
    case hidden
    /// Edges are encoded, and what lies between them is copied.
    case spliced
    /// All is encoded, but for tracks that an option or the planner has copied.
    case encoded
}
