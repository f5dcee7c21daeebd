internal import AssetKitBase
internal import Foundation

/// The value of a metadata item, and what else it can be read as.
///
/// SAFETY: `object` is a copy that nobody else could change after it was made, and is only read.
struct MetadataValue: @unchecked Sendable {
    let object: any NSCopying & NSObjectProtocol
    /// The type by name, such as `com.apple.metadata.datatype.UTF-8`.
    let dataType: String?

    /// Wraps an object that is a copy already.
    init(object: any NSCopying & NSObjectProtocol, dataType: String?) {
        self.object = object
        self.dataType = dataType
    }

    /// Keeps a copy of an object of a client.
    init(copying object: any NSCopying & NSObjectProtocol, dataType: String? = nil) {
        self.object = object.copy(with: nil) as? any NSCopying & NSObjectProtocol ?? object
        self.dataType = dataType
    }

    /// The value as a text. Numbers and dates have one, data only where its type says that it is text.
    var string: String? {
        switch object {
        case let text as NSString: String._unconditionallyBridgeFromObjectiveC(text)
        case let number as NSNumber: number.stringValue
        case let date as NSDate: MetadataDate.text(of: date as Date)
        case let data as NSData: text(in: data as Data)
        default: nil
        }
    }

    /// The value as a number: also the number that a text spells or that data of a numeric type holds.
    var number: NSNumber? {
        switch object {
        case let number as NSNumber: number
        case let text as NSString: Self.number(from: String._unconditionallyBridgeFromObjectiveC(text))
        case let data as NSData: baseType?.number(in: data as Data)
        default: nil
        }
    }

    /// The value as a moment: also the one that a text names.
    var date: Date? {
        switch object {
        case let date as NSDate: date as Date
        case let text as NSString: MetadataDate.date(from: String._unconditionallyBridgeFromObjectiveC(text))
        case let data as NSData: text(in: data as Data).flatMap(MetadataDate.date)
        default: nil
        }
    }

    /// The value as bytes: those of a text, and those of a number whose type says how many there are.
    var data: Data? {
        switch object {
        case let data as NSData: data as Data
        case let text as NSString: bytes(of: String._unconditionallyBridgeFromObjectiveC(text))
        case let number as NSNumber: Number(number).flatMap { baseType?.data(of: $0) }
        default: nil
        }
    }

    private var baseType: MetadataDataType? { dataType.flatMap(MetadataDataType.init) }

    private func text(in data: Data) -> String? {
        switch baseType {
        case .utf8: String(data: data, encoding: .utf8)
        case .utf16: String(data: data, encoding: data.startsWithByteOrderMark ? .utf16 : .utf16BigEndian)
        default: nil
        }
    }

    private func bytes(of text: String) -> Data? {
        baseType == .utf16 ? text.data(using: .utf16BigEndian) : Data(text.utf8)
    }

    /// The number that a text spells in decimal digits. `Double` alone would also take `nan` and `0x1p4`.
    private static func number(from text: String) -> NSNumber? {
        // Most texts are no numbers, and a look at their bytes says so sooner than a set of characters does.
        guard text.utf8.count <= 64, text.utf8.allSatisfy(mayStandInNumber) else { return nil }
        let digits = text.trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"]))
        guard digits.utf8.allSatisfy(isOfNumber) else { return nil }
        if let whole = Int64(digits) { return NSNumber(value: whole) }
        if let whole = UInt64(digits) { return NSNumber(value: whole) }
        guard let fraction = Double(digits), fraction.isFinite else { return nil }
        return NSNumber(value: fraction)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// The byte belongs to a number, or it may belong to white space around it, which is not only ASCII.
    private static func mayStandInNumber(_ byte: UInt8) -> Bool { byte <= 0x20 || byte >= 0x80 || isOfNumber(byte) }
}

extension MetadataValue: Hashable {
    private var hashable: AnyHashable? { (object as? NSObject).map(AnyHashable.init) }

    static func == (left: MetadataValue, right: MetadataValue) -> Bool {
        left.object === right.object || left.object.isEqual(right.object)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hashable)
    }
}

extension Data {
    fileprivate var startsWithByteOrderMark: Bool { starts(with: [0xfe, 0xff]) || starts(with: [0xff, 0xfe]) }
}
