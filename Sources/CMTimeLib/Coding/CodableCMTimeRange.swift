#if !hasFeature(Embedded)

/// A time range that can be encoded: its `start` and its `duration`, each as ``CodableCMTime`` does it.
///
/// Also a property wrapper, and as strict: every bit pattern comes back, and a missing key throws.
@propertyWrapper
@frozen
public struct CodableCMTimeRange: Sendable, Hashable {
    /// The range.
    public var wrappedValue: CMTimeRange

    /// Wraps a range.
    @inlinable
    public init(wrappedValue: CMTimeRange) {
        self.wrappedValue = wrappedValue
    }

    /// Wraps a range.
    @inlinable
    public init(_ range: CMTimeRange) {
        self.init(wrappedValue: range)
    }
}

extension CodableCMTimeRange: Codable {
    private enum CodingKeys: String, CodingKey {
        case start, duration
    }

    /// Reads the two members, without any check of what they mean.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let start = try members.decode(CodableCMTime.self, forKey: .start).wrappedValue
        let duration = try members.decode(CodableCMTime.self, forKey: .duration).wrappedValue
        self.init(CMTimeRange(start: start, duration: duration))
    }

    /// Writes the two members.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(CodableCMTime(wrappedValue.start), forKey: .start)
        try members.encode(CodableCMTime(wrappedValue.duration), forKey: .duration)
    }
}

#endif
