internal import AssetKitCore
internal import AssetKitTimePitch
internal import CMTimeLib

/// In which parts of a second the times of an exported track are counted. Pure.
enum ExportTimescale {
    /// What is too fine for players that count in 32 bits.
    private static let finest = 1_000_000
    /// More would leave samples that last for minutes no room in the tables of movies.
    private static let finestOfPictures: CMTimeScale = 30_000_000
    private static let finestOfOthers: CMTimeScale = 100_000
    /// Ends of cuts are counted exactly on clocks coarser than this: elsewhere nobody sees the difference.
    private static let coarse = 1000

    /// Counts the times of a source exactly that is cut, as far as that needs no parts that are too fine.
    static func timescale(of source: CMTimeScale, cutAt range: CMTimeRange) -> CMTimeScale {
        let timescale = timescale(of: source, startingAt: range.start)
        return timescale < coarse ? self.timescale(of: timescale, startingAt: range.end) : timescale
    }

    /// Counts the times of a source exactly, also after the start of a range has been taken off: where that needs no
    /// parts that are too fine.
    static func timescale(of source: CMTimeScale, startingAt start: CMTime) -> CMTimeScale {
        let source = Int(max(source, 1))
        guard start.isNumeric, start.timescale > 0 else { return CMTimeScale(source) }
        let divisor = greatestCommonDivisor(abs(start.value), Int64(start.timescale))
        let parts = Int(start.timescale) / Int(max(divisor, 1))
        let common = source / Int(greatestCommonDivisor(Int64(source), Int64(parts))) * parts
        return CMTimeScale(common <= max(finest, source) ? common : source)
    }

    /// Counts the times of pictures exactly that come from several sources, as far as that needs no parts that are too fine:
    /// by all of their clocks, or else by how long their pictures show, and then no coarser than the first clock.
    static func timescale(of clocks: [CMTimeScale], showing lengths: [CMTime]) -> CMTimeScale {
        let first = max(clocks.first ?? 1, 1)
        if let exact = commonClock(of: clocks) { return exact }
        let parts = lengths.filter { $0.isNumeric && $0 > .zero }.map { length in
            CMTimeScale(Int64(length.timescale) / greatestCommonDivisor(length.value, Int64(length.timescale)))
        }
        guard !parts.isEmpty, parts.count == lengths.count, let common = commonClock(of: parts) else { return first }
        let count = (Int(first) + Int(common) - 1) / Int(common)
        return CMTimeScale(exactly: Int(common) * max(count, 1)) ?? first
    }

    /// The smallest clock that has the ticks of all of them; nil for one that is too fine.
    private static func commonClock(of clocks: [CMTimeScale]) -> CMTimeScale? {
        let most = max(finest, Int(clocks.first ?? 1))
        var common = 1
        for clock in clocks where clock > 0 {
            common = common / Int(greatestCommonDivisor(Int64(common), Int64(clock))) * Int(clock)
            guard common <= most else { return nil }
        }
        return CMTimeScale(common)
    }

    /// Counts the times of a clock exactly when they pass at a speed, as far as that needs no parts that are too fine.
    /// `isOfPictures`: samples last for moments only.
    static func timescale(of source: CMTimeScale, at speed: Speed, isOfPictures: Bool = true) -> CMTimeScale {
        speed.timescale(of: source, atMost: isOfPictures ? finestOfPictures : finestOfOthers)
    }

    private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}
