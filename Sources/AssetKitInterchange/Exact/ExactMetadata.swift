internal import CMTimeLib

/// What a format cannot say, as the member `assetkit` of its metadata, or in a note: exact times as fractions in strings.
///
/// Other programs carry it along and know nothing of it, so it counts only where it agrees with what they wrote.
enum ExactMetadata {
    static let name = "assetkit"
    private static let version: Int64 = 1

    /// There is something that this version understands.
    static func isReadable(_ value: JSONValue) -> Bool { value["version"] == .integer(version) }

    static func make(_ members: [String: JSONValue]) -> JSONValue? {
        guard !members.isEmpty else { return nil }
        return .object(members.merging(["version": .integer(version)]) { _, version in version })
    }

    /// The exact seconds of a string, where it has some that a document may have.
    static func time(_ value: JSONValue?) -> CMTime? {
        guard let text = value?.stringValue, let seconds = Rational128(text) else { return nil }
        let time = CMTime(seconds: seconds)
        return time.isWithinLimits ? time : nil
    }

    static func text(_ time: CMTime) -> JSONValue { .string("\(time.exactSeconds ?? .zero)") }

    static func range(_ value: JSONValue?) -> CMTimeRange? {
        guard let pair = value?.arrayValue, pair.count == 2, let start = time(pair[0]), let duration = time(pair[1]),
            duration >= .zero
        else { return nil }
        return CMTimeRange(start: start, duration: duration)
    }

    static func pair(_ range: CMTimeRange) -> JSONValue { .array([text(range.start), text(range.duration)]) }
}
