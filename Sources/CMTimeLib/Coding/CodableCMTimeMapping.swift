#if !hasFeature(Embedded)

/// A time mapping that can be encoded: its `source` and its `target`, each as ``CodableCMTimeRange`` does it.
///
/// Also a property wrapper, and as strict: every bit pattern comes back, and a missing key throws.
@propertyWrapper
@frozen
public struct CodableCMTimeMapping: Sendable, Hashable {
    /// The mapping.
    public var wrappedValue: CMTimeMapping

    /// Wraps a mapping.
    @inlinable
    public init(wrappedValue: CMTimeMapping) {
        self.wrappedValue = wrappedValue
    }

    /// Wraps a mapping.
    @inlinable
    public init(_ mapping: CMTimeMapping) {
        self.init(wrappedValue: mapping)
    }
}

extension CodableCMTimeMapping: Codable {
    private enum CodingKeys: String, CodingKey {
        case source, target
    }

    /// Reads the two ranges, without any check of what they mean.
    public init(from decoder: any Decoder) throws {
        let ranges = try decoder.container(keyedBy: CodingKeys.self)
        let source = try ranges.decode(CodableCMTimeRange.self, forKey: .source).wrappedValue
        let target = try ranges.decode(CodableCMTimeRange.self, forKey: .target).wrappedValue
        self.init(CMTimeMapping(source: source, target: target))
    }

    /// Writes the two ranges.
    public func encode(to encoder: any Encoder) throws {
        var ranges = encoder.container(keyedBy: CodingKeys.self)
        try ranges.encode(CodableCMTimeRange(wrappedValue.source), forKey: .source)
        try ranges.encode(CodableCMTimeRange(wrappedValue.target), forKey: .target)
    }
}

#endif
