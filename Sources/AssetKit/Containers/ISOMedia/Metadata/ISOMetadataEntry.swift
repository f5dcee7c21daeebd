/// One value of a file's metadata, in the key space that it is stored in.
struct ISOMetadataEntry: Hashable, Sendable {
    enum KeySpace: Hashable, Sendable {
        /// Items of `udta` as QuickTime defines them.
        case quickTimeUserData
        /// Items of `udta` as 3GPP and ISO define them, such as `titl` and `loci`.
        case isoUserData
        /// `meta` with the handler `mdta`: keys are names in reverse domain order.
        case quickTimeMetadata
        /// `meta` with the handler `mdir`, as iTunes writes it.
        case iTunes
    }

    enum Key: Hashable, Sendable, CustomStringConvertible {
        case code(ISOCode)
        case name(String)
        /// iTunes' own keys (`----`): who defines the name, and the name.
        case qualified(domain: String, name: String)

        var description: String {
            switch self {
            case .code(let code): code.description
            case .name(let name): name
            case .qualified(let domain, let name): "\(domain).\(name)"
            }
        }
    }

    let keySpace: KeySpace
    let key: Key
    let value: ISOMetadataValue
    /// ISO 639-2, or nil for all languages.
    var languageTag: String?
    /// ISO 3166, or nil for all countries.
    var countryCode: String?
    /// The number of the value's type in `ilst`.
    var dataType: UInt32?
}

/// A value of metadata.
enum ISOMetadataValue: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case raw, jpeg, png, bmp }

    case text(String)
    case signed(Int64)
    case unsigned(UInt64)
    case real(Double)
    /// Points, sizes, rectangles and matrices.
    case reals([Double])
    /// A track of so many, a disc of so many; 0 for unknown.
    case position(UInt16, of: UInt16)
    case location(ISOLocation)
    case data([UInt8], Kind)
    /// Too large to be read before somebody asks.
    case stored(ISOStoredBytes, Kind)

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The bytes of a data value, read now if they are still in the file.
    func bytes(from window: ByteWindow) throws -> [UInt8]? {
        switch self {
        case .data(let bytes, _): bytes
        case .stored(let stored, _): try window.bytes(at: stored.offset, count: stored.length, limit: .max)
        default: nil
        }
    }
}

/// Bytes that are left in the file.
struct ISOStoredBytes: Hashable, Sendable {
    let offset: Int64
    let length: Int
}

/// `loci`: where something was recorded.
struct ISOLocation: Hashable, Sendable {
    let name: String
    /// 0 shooting, 1 real, 2 fictional.
    let role: UInt8
    /// In degrees as 16.16 fixed point; negative is west, south and below the sea.
    let longitude: Int32
    let latitude: Int32
    /// In metres as 16.16 fixed point.
    let altitude: Int32
    /// Such as `earth`.
    let body: String
    let notes: String

    /// A real place on Earth, in degrees and metres as 16.16 fixed point.
    init(latitude: Int32, longitude: Int32, altitude: Int32) {
        (name, role, body, notes) = ("", 1, "earth", "")
        (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    }

    init(_ fields: inout ISOFields) throws(ISOMediaError) {
        name = ISOText.terminated(&fields)
        role = try fields.u8()
        longitude = try fields.i32()
        latitude = try fields.i32()
        altitude = try fields.i32()
        body = ISOText.terminated(&fields)
        notes = ISOText.terminated(&fields)
    }
}
