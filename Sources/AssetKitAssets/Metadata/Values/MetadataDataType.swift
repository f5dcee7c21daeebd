internal import AssetKitBase
internal import AssetKitContainers
internal import Foundation

/// The types that values have by name, and what their bytes look like.
enum MetadataDataType: String {
    case rawData = "com.apple.metadata.datatype.raw-data"
    case utf8 = "com.apple.metadata.datatype.UTF-8"
    case utf16 = "com.apple.metadata.datatype.UTF-16"
    case gif = "com.apple.metadata.datatype.GIF"
    case jpeg = "com.apple.metadata.datatype.JPEG"
    case png = "com.apple.metadata.datatype.PNG"
    case bmp = "com.apple.metadata.datatype.BMP"
    case float32 = "com.apple.metadata.datatype.float32"
    case float64 = "com.apple.metadata.datatype.float64"
    case int8 = "com.apple.metadata.datatype.int8"
    case int16 = "com.apple.metadata.datatype.int16"
    case int32 = "com.apple.metadata.datatype.int32"
    case int64 = "com.apple.metadata.datatype.int64"
    case uint8 = "com.apple.metadata.datatype.uint8"
    case uint16 = "com.apple.metadata.datatype.uint16"
    case uint32 = "com.apple.metadata.datatype.uint32"
    case uint64 = "com.apple.metadata.datatype.uint64"

    /// The kind of picture that begins with these bytes.
    init?(pictureBeginning bytes: some Sequence<UInt8>) {
        let start = Array(bytes.prefix(8))
        if start.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
            self = .png
        } else if start.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if start.starts(with: Array("BM".utf8)) {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The number in big-endian bytes of this type; nil where they are of another length, or hold no number.
    func number(in data: Data) -> NSNumber? {
        switch self {
        case .int8: Self.whole(Int8.self, data).map(NSNumber.init(value:))
        case .int16: Self.whole(Int16.self, data).map(NSNumber.init(value:))
        case .int32: Self.whole(Int32.self, data).map(NSNumber.init(value:))
        case .int64: Self.whole(Int64.self, data).map(NSNumber.init(value:))
        case .uint8: Self.whole(UInt8.self, data).map(NSNumber.init(value:))
        case .uint16: Self.whole(UInt16.self, data).map(NSNumber.init(value:))
        case .uint32: Self.whole(UInt32.self, data).map(NSNumber.init(value:))
        case .uint64: Self.whole(UInt64.self, data).map(NSNumber.init(value:))
        case .float32: Self.whole(UInt32.self, data).map { NSNumber(value: Float(bitPattern: $0)) }
        case .float64: Self.whole(UInt64.self, data).map { NSNumber(value: Double(bitPattern: $0)) }
        default: nil
        }
    }

    /// A number as big-endian bytes of this type; nil where it does not fit.
    func data(of number: Number) -> Data? {
        switch self {
        case .int8: Self.bytes(number.whole(Int8.self))
        case .int16: Self.bytes(number.whole(Int16.self))
        case .int32: Self.bytes(number.whole(Int32.self))
        case .int64: Self.bytes(number.whole(Int64.self))
        case .uint8: Self.bytes(number.whole(UInt8.self))
        case .uint16: Self.bytes(number.whole(UInt16.self))
        case .uint32: Self.bytes(number.whole(UInt32.self))
        case .uint64: Self.bytes(number.whole(UInt64.self))
        case .float32: Self.bytes(Self.float(number.double)?.bitPattern)
        case .float64: Self.bytes(number.double.bitPattern)
        default: nil
        }
    }

    private static func whole<Whole: FixedWidthInteger>(_ type: Whole.Type, _ data: Data) -> Whole? {
        guard data.count == Whole.bitWidth / 8 else { return nil }
        return data.reduce(0) { $0 << 8 | Whole(truncatingIfNeeded: $1) }
    }

    private static func float(_ value: Double) -> Float? {
        let float = Float(value)
        return float.isFinite || !value.isFinite ? float : nil
    }

    private static func bytes<Whole: FixedWidthInteger>(_ value: Whole?) -> Data? {
        value.map { withUnsafeBytes(of: $0.bigEndian) { Data($0) } }
    }
}
