internal import Foundation

extension ISOMetadataEntry {
    /// What of a file's metadata this family can hold, in its own words. What has no place in it is left out.
    static func entries(of entries: [MetadataEntry], isQuickTime: Bool) -> [ISOMetadataEntry] {
        entries.compactMap { ISOMetadataEntry($0, isQuickTime: isQuickTime) }
    }

    private init?(_ entry: MetadataEntry, isQuickTime: Bool) {
        let keySpace: KeySpace
        let key: Key
        switch entry.keySpace {
        case .quickTimeUserData, .isoUserData, .iTunes:
            guard let code = ISOCode(text: entry.key) else { return nil }
            key = .code(code)
            keySpace =
                entry.keySpace == .iTunes
                ? .iTunes : entry.keySpace == .isoUserData ? .isoUserData : .quickTimeUserData
        case .quickTimeMetadata:
            (keySpace, key) = (.quickTimeMetadata, .name(entry.key))
        case AVMetadataKeySpace(rawValue: "itlk"):
            (keySpace, key) = (.iTunes, Self.qualified(entry.key))
        default:
            guard let name = entry.commonKey ?? (entry.keySpace == .common ? entry.key : nil),
                let native = Self.nativeKeys[name]
            else { return nil }
            keySpace = isQuickTime ? .quickTimeMetadata : .iTunes
            guard let own = isQuickTime ? native.quickTime.map({ Key.name($0) }) : native.iTunes.map({ Key.code($0) })
            else { return nil }
            key = own
        }
        self.init(keySpace: keySpace, key: key, value: Self.value(entry, key))
        // A text of no language is that of all.
        languageTag = entry.language
    }

    /// Who defines a name, and the name, which has no point of its own in all that is known.
    private static func qualified(_ key: String) -> Key {
        let domain = "com.apple.iTunes"
        if key.hasPrefix(domain + ".") {
            return .qualified(domain: domain, name: String(key.dropFirst(domain.count + 1)))
        }
        guard let point = key.lastIndex(of: ".") else { return .qualified(domain: domain, name: key) }
        return .qualified(domain: String(key[..<point]), name: String(key[key.index(after: point)...]))
    }

    private static func value(_ entry: MetadataEntry, _ key: Key) -> ISOMetadataValue {
        switch entry.value {
        case .text(let text): return .text(text)
        case .integer(let number):
            let isUnsigned = entry.dataType?.contains(".uint") ?? false
            return isUnsigned && number >= 0 ? .unsigned(UInt64(number)) : .signed(number)
        case .number(let number): return .real(number)
        case .data(let bytes):
            if key == .code("trkn") || key == .code("disk"), bytes.count >= 6 {
                return .position(
                    UInt16(bytes[2]) << 8 | UInt16(bytes[3]),
                    of: UInt16(bytes[4]) << 8 | UInt16(bytes[5])
                )
            }
            return .data(bytes, kind(entry.dataType, bytes, isPicture: key == .code("covr")))
        case .stored(let range): return .stored(ISOStoredBytes(offset: range.lowerBound, length: range.count), .raw)
        }
    }

    private static func kind(_ type: String?, _ bytes: [UInt8], isPicture: Bool) -> ISOMetadataValue.Kind {
        switch type {
        case "com.apple.metadata.datatype.JPEG": .jpeg
        case "com.apple.metadata.datatype.PNG": .png
        case "com.apple.metadata.datatype.BMP": .bmp
        default: isPicture ? ISODataType.pictureKind(bytes) : .raw
        }
    }

    private struct NativeKeys {
        let quickTime: String?
        let iTunes: ISOCode?

        init(_ quickTime: String?, _ iTunes: ISOCode?) {
            self.quickTime = quickTime.map { "com.apple.quicktime." + $0 }
            self.iTunes = iTunes
        }
    }

    /// What common keys are called in the two lists, for metadata of other containers.
    private static let nativeKeys: [String: NativeKeys] = [
        "title": NativeKeys("title", "©nam"), "artist": NativeKeys("artist", "©ART"),
        "albumName": NativeKeys("album", "©alb"), "author": NativeKeys("author", nil),
        "creator": NativeKeys("composer", "©wrt"), "contributor": NativeKeys("performer", "©prf"),
        "publisher": NativeKeys("publisher", "©pub"), "copyrights": NativeKeys("copyright", "cprt"),
        "creationDate": NativeKeys("creationdate", "©day"), "type": NativeKeys("genre", "©gen"),
        "description": NativeKeys("description", "desc"), "subject": NativeKeys("keywords", nil),
        "location": NativeKeys("location.ISO6709", "©xyz"), "make": NativeKeys("make", nil),
        "model": NativeKeys("model", nil), "software": NativeKeys("software", "©too"),
        "artwork": NativeKeys("artwork", "covr"),
    ]
}

extension ISOCode {
    /// The code of four Latin-1 characters, of which some may be spelled `\xNN`; nil for any other text.
    init?(text: String) {
        var codes: [UInt32] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\", rest.first == "x", rest.count >= 3,
                let code = UInt32(String(String.UnicodeScalarView(rest.dropFirst().prefix(2))), radix: 16)
            {
                codes.append(code)
                rest = rest.dropFirst(3)
            } else {
                codes.append(scalar.value)
            }
        }
        guard codes.count == 4, codes.allSatisfy({ $0 < 256 }) else { return nil }
        self.init(rawValue: codes.reduce(0) { $0 << 8 | $1 })
    }
}

/// When a movie was made, as its header counts it.
enum ISOCreationTime {
    /// Seconds since the start of 1904; 0 where the metadata does not say it to the second.
    static func seconds(in entries: [MetadataEntry]) -> UInt64 {
        for entry in entries {
            let isDate =
                ["com.apple.quicktime.creationdate", "©day", "creation_time"].contains(entry.key)
                || entry.commonKey == "creationDate"
            guard isDate, case .text(let text) = entry.value, text.contains("T"), let date = date(text) else {
                continue
            }
            let seconds = Int64(date.timeIntervalSince1970.rounded(.down)) + 2_082_844_800
            if seconds > 0 { return UInt64(seconds) }
        }
        return 0
    }

    private static func date(_ text: String) -> Date? {
        // Apple writes zones without a colon, others with one, some with fractions of a second.
        for fractions in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractions)
            for separator in [Date.ISO8601FormatStyle.TimeZoneSeparator.colon, .omitted] {
                let style = style.timeZoneSeparator(separator)
                if let date = try? style.parse(text) { return date }
            }
        }
        return nil
    }
}
