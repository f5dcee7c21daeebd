/// What numbers and words in descriptions of synthetic devices may be: with others a device could not be, would be another one
/// than it is described, or would never have its next picture.
enum SyntheticValues {
    static let widths = 64...8192
    static let heights = 48...8192
    /// Pictures in a second.
    static let rates = 0.01...1000
    static let sampleRates = 8000...192_000
    static let channelCounts = 1...8
    static let driftsPPM = -5000.0...5000
    /// In seconds: about a year.
    static let times = 0.0...31_536_000
    static let jumps = -31_536_000.0...31_536_000
    static let dropCounts = 0...1_000_000
    static let slownesses = 0.001...1
    static let codings = ["420v", "yuvs", "yuyv", "BGRA", "bgra", "jpeg", "avc1"]
    static let positions = ["", "front", "back", "unspecified"]
}

extension KeyedDecodingContainer {
    /// Reads a number that lies in a range; `usual` where there is none.
    func number<Number: Decodable & Comparable>(
        _ key: Key,
        in range: ClosedRange<Number>,
        else usual: Number
    ) throws -> Number {
        guard let number = try decodeIfPresent(Number.self, forKey: key) else { return usual }
        return try checked(number, key, in: range)
    }

    /// Reads a number that lies in a range.
    func number<Number: Decodable & Comparable>(_ key: Key, in range: ClosedRange<Number>) throws -> Number {
        try checked(try decode(Number.self, forKey: key), key, in: range)
    }

    /// Reads numbers that all lie in a range, one at least; `usual` where there is no list.
    func numbers<Number: Decodable & Comparable>(
        _ key: Key,
        in range: ClosedRange<Number>,
        else usual: [Number]
    ) throws -> [Number] {
        guard let numbers = try decodeIfPresent([Number].self, forKey: key) else { return usual }
        guard !numbers.isEmpty else { throw refusal(key, "there is none in the list") }
        return try numbers.map { try checked($0, key, in: range) }
    }

    /// Reads a word that is one of some; `usual` where there is none.
    func word(_ key: Key, of known: [String], else usual: String) throws -> String {
        guard let word = try decodeIfPresent(String.self, forKey: key) else { return usual }
        guard known.contains(word) else {
            let list = known.filter { !$0.isEmpty }.joined(separator: ", ")
            throw refusal(key, "there is no '\(word)', only \(list)")
        }
        return word
    }

    private func checked<Number: Comparable>(
        _ number: Number,
        _ key: Key,
        in range: ClosedRange<Number>
    ) throws -> Number {
        guard range.contains(number) else {
            throw refusal(key, "\(number) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func refusal(_ key: Key, _ reason: String) -> DecodingError {
        DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}
