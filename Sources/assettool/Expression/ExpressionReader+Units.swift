import AssetKit

// Times in hours, minutes and seconds, each with its letter: `1m30s`, `1h`, `90m`, `1h2m3.5s`, `250ms`.

extension ExpressionReader {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Other ways to write a unit.
    private static let otherNames = ["min": "m", "sec": "s"]

    /// The unit that stands here, with its place in the order from large to small; nil where there is none.
    private func unit() -> (rank: Int, length: Int)? {
        let word = String(characters[position...].prefix { $0.isLetter }).lowercased()
        let name = Self.otherNames[word] ?? word
        return Self.units.firstIndex { $0.name == name }.map { ($0, word.count) }
    }

    /// Reads the rest of a time whose first number has been read and whose unit stands here; nil for what has none.
    mutating func timeInUnits(_ digits: String, at start: Int) throws(ExpressionError) -> ExactTime? {
        guard var (rank, length) = unit() else { return nil }
        var (total, number, offset) = (BigRational.zero, digits, start)
        while true {
            position += length
            let amount = try decimal(number, at: offset)
            guard offset == start || rank > 2 || amount < BigRational(60) else {
                throw ExpressionError("minutes and seconds behind another unit go from 0 to 59", at: offset)
            }
            let scale = BigRational(Rational128(Self.units[rank].milliseconds))
            total = try fitting(amount.multiplied(by: scale)?.adding(total), at: offset)
            offset = position
            let next = takeWhile { $0.isASCIIDigit || $0 == "." }
            guard !next.isEmpty else {
                return ExactTime(try fitting(total.divided(by: BigRational(1000)), at: start))
            }
            guard !number.contains(".") else {
                throw ExpressionError("only the last number can have a decimal point", at: offset)
            }
            guard let (nextRank, nextLength) = unit() else {
                throw ExpressionError("the last number needs a unit, as in '1m30s'", at: offset)
            }
            guard nextRank > rank else {
                throw ExpressionError("units go from large to small, as in '1h2m3s'", at: offset)
            }
            (rank, length, number) = (nextRank, nextLength, next)
        }
    }
}
