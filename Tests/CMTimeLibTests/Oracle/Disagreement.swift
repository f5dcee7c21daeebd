import CMTimeLib

/// One case in which the library and the oracle return different bits.
struct Disagreement: Sendable, CustomStringConvertible {
    let inputs: String
    let library: String
    let oracle: String

    var description: String { "(\(inputs))\n    library \(library)\n    oracle  \(oracle)" }
}

/// A result that can be compared bit for bit.
protocol BitComparable: Sendable {
    func hasSameBits(as other: Self) -> Bool
    var bitDescription: String { get }
}

extension BitComparable where Self: Equatable {
    func hasSameBits(as other: Self) -> Bool { self == other }
    var bitDescription: String { "\(self)" }
}

extension Bool: BitComparable {}
extension Int32: BitComparable {}
extension String: BitComparable {}

extension Double: BitComparable {
    /// Any NaN is as good as any other: which one an operation makes is up to the processor.
    func hasSameBits(as other: Double) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }
    var bitDescription: String { "\(self) [0x\(String(bitPattern, radix: 16))]" }
}

extension CMTime: BitComparable {
    func hasSameBits(as other: CMTime) -> Bool {
        value == other.value && timescale == other.timescale && flags.rawValue == other.flags.rawValue
            && epoch == other.epoch
    }
    var bitDescription: String { "{\(value), \(timescale), flags \(flags.rawValue), epoch \(epoch)}" }
}

extension CMTimeRange: BitComparable {
    func hasSameBits(as other: CMTimeRange) -> Bool {
        start.hasSameBits(as: other.start) && duration.hasSameBits(as: other.duration)
    }
    var bitDescription: String { "[\(start.bitDescription), \(duration.bitDescription)]" }
}

extension CMTimeMapping: BitComparable {
    func hasSameBits(as other: CMTimeMapping) -> Bool {
        source.hasSameBits(as: other.source) && target.hasSameBits(as: other.target)
    }
    var bitDescription: String { "<\(source.bitDescription), \(target.bitDescription)>" }
}

/// `nil` where both results have the same bits. `inputs` is only built where they do not.
func disagreement<Result: BitComparable>(
    _ library: Result,
    _ oracle: Result,
    _ inputs: @autoclosure () -> [Any]
) -> Disagreement? {
    if library.hasSameBits(as: oracle) { return nil }
    let texts = inputs().map { ($0 as? any BitComparable)?.bitDescription ?? "\($0)" }
    return Disagreement(
        inputs: texts.joined(separator: ", "),
        library: library.bitDescription,
        oracle: oracle.bitDescription
    )
}
