internal import AssetKitBase

/// For how long a recording waits for what a device delivers late: a little longer than the device has taken so far, or than any may
/// take where nothing has come. Pure: times are nanoseconds.
struct SourcePatience: Hashable {
    /// Nobody waits for a device that takes longer.
    private static let longest: Int64 = 3_000_000_000
    /// How long any device is waited for behind the end, and how much longer than it has taken so far.
    private static let (least, margin): (Int64, Int64) = (500_000_000, 250_000_000)
    /// Sound that has not come becomes silence up to so long before the pictures at most, and that so much at a time.
    private static let (shortestLag, step): (Int64, Int64) = (1_000_000_000, 500_000_000)
    /// So many bytes may wait for sound to begin; then it begins with so much silence. Nothing is written before all tracks have begun,
    /// and at twice as many bytes no more pictures are taken.
    private static let (mostBytes, beginning): (Int64, Int64) = (8 << 20, 500_000_000)

    /// How long samples were on their way at most, as far as they are waited for; nil as long as none has come.
    private var lateness: Int64?

    /// A sample was on its way for so long.
    mutating func saw(_ lateness: Int64) {
        self.lateness = max(self.lateness ?? 0, min(lateness, Self.longest))
    }

    /// How long the device is waited for behind the end at most.
    var atEnd: Int64 { max(Self.least, (lateness ?? Self.longest) + Self.margin) }

    /// When other devices have come so far, this one is not waited for any more behind the end of a recording. One of which nothing
    /// has come for as long as any may take since that was asked for has nothing for it.
    func deadline(behind end: Int64, asked: Int64) -> Int64 {
        guard lateness == nil else { return end.addingClamped(atEnd) }
        return max(end.addingClamped(Self.least), asked.addingClamped(atEnd))
    }

    /// Up to where silence takes the place of sound that has not come; nil for nowhere yet. There is sound up to `done`, and pictures up
    /// to `lead`; `hasBegun` says that there has been some sound or silence, `byteCount` how large the file is with all that waits.
    func silence(behind done: Int64, pictures lead: Int64, hasBegun: Bool, byteCount: Int64) -> Int64? {
        let lag = max(Self.shortestLag, (lateness ?? Self.longest) + Self.step)
        if lead - done > lag + Self.step { return lead - lag }
        guard !hasBegun, byteCount > Self.mostBytes, lead > done else { return nil }
        return min(lead, done + Self.beginning)
    }
}
