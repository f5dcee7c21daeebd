// Embedded Swift has no Codable, so there this folder is empty.
#if !hasFeature(Embedded)

/// A time that can be encoded: its four fields, as they are.
///
/// ``CMTime`` itself has no `Codable` conformance, so that a program can declare its own. This wraps it, also as a
/// property wrapper:
///
/// ```swift
/// struct Marker: Codable {
///     @CodableCMTime var time: CMTime  // {"value":1,"timescale":30,"flags":1,"epoch":0}
///     var title: String
/// }
/// ```
///
/// Every bit pattern comes back as it went out, be it valid or not. A missing key, a value of another type and an
/// integer too large for its field throw.
@propertyWrapper
@frozen
public struct CodableCMTime: Sendable, Hashable {
    /// The time.
    public var wrappedValue: CMTime

    /// Wraps a time.
    @inlinable
    public init(wrappedValue: CMTime) {
        self.wrappedValue = wrappedValue
    }

    /// Wraps a time.
    @inlinable
    public init(_ time: CMTime) {
        self.init(wrappedValue: time)
    }
}

extension CodableCMTime: Codable {
    private enum CodingKeys: String, CodingKey {
        case value, timescale, flags, epoch
    }

    /// Reads the four fields, without any check of what they mean.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            CMTime(
                value: try fields.decode(Int64.self, forKey: .value),
                timescale: try fields.decode(Int32.self, forKey: .timescale),
                flags: CMTimeFlags(rawValue: try fields.decode(UInt32.self, forKey: .flags)),
                epoch: try fields.decode(Int64.self, forKey: .epoch)
            )
        )
    }

    /// Writes the four fields, the flags as their raw integer.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(wrappedValue.value, forKey: .value)
        try fields.encode(wrappedValue.timescale, forKey: .timescale)
        try fields.encode(wrappedValue.flags.rawValue, forKey: .flags)
        try fields.encode(wrappedValue.epoch, forKey: .epoch)
    }
}

#endif
