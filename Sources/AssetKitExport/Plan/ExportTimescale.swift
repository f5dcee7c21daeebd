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

    /// Counts the times of a clock exactly when they pass at a speed, as far as that needs no parts that are too fine.
    /// `isOfPictures`: samples last for moments only.
    static func timescale(of source: CMTimeScale, at speed: Speed, isOfPictures: Bool = true) -> CMTimeScale {
        speed.timescale(of: source, atMost: isOfPictures ? finestOfPictures : finestOfOthers)
    }

    private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}
