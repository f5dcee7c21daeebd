/// How long sound is waited for that does not come.
enum SoundPatience {
    /// So long a target is waited for that says nothing new, in nanoseconds: longer than a busy machine leaves it without a turn.
    static let longest: Int64 = 10_000_000_000
}
