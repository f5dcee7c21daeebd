internal import AssetKitBase
package import AssetKitContainers
package import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
internal import Foundation

extension ISOMetadataEntry {
    /// What of a file's metadata this family can hold, in its own words.
    static func entries(of entries: [MetadataEntry], in type: AVFileType) throws(ISOWritingError)
        -> [ISOMetadataEntry]
    {
        let own = entries.filter(\.isOfFamily).compactMap(ISOMetadataEntry.init)
        let foreign: SinkTags
        do {
            foreign = try SinkTags(entries.filter { !$0.isOfFamily })
        } catch {
            throw .metadata("\(error)")
        }
        let style = Style(type)
        // What players of 3GP files look for, beside what all others do.
        let mobile = style == .mobile ? foreign.texts.compactMap(Self.mobile) : []
        return own + mobile + foreign.texts.compactMap { ISOMetadataEntry($0, style) }
            + foreign.pictures.map { ISOMetadataEntry($0, style) }
    }

    /// An entry that stays under the key that it has.
    private init?(_ entry: MetadataEntry) {
        let keySpace: KeySpace
        let key: Key
        switch entry.keySpace {
        case .quickTimeUserData, .isoUserData, .iTunes:
            guard let code = ISOCode(text: entry.key) else { return nil }
            key = .code(code)
            keySpace =
                entry.keySpace == .iTunes
                ? .iTunes : entry.keySpace == .isoUserData ? .isoUserData : .quickTimeUserData
        case .quickTimeMetadata: (keySpace, key) = (.quickTimeMetadata, .name(entry.key))
        default: (keySpace, key) = (.iTunes, Self.qualified(entry.key))
        }
        self.init(keySpace: keySpace, key: key, value: Self.value(entry, key))
        // A text of no language is that of all.
        languageTag = entry.language
    }

    // MARK: Metadata of other files

    /// Which of its lists a kind of file has names in.
    private enum Style {
        case quickTime, mpeg4, mobile

        init(_ type: AVFileType) {
            switch type {
            case .mov: self = .quickTime
            case .mobile3GPP, .mobile3GPP2: self = .mobile
            default: self = .mpeg4
            }
        }
    }

    /// nil for what stands elsewhere in the file.
    private init?(_ text: SinkTags.Text, _ style: Style) {
        // The header has it, where it is a moment.
        guard text.name != "creation_time" || MetadataCreation.date(text.value) == nil else { return nil }
        let usual = text.usual
        let quickTime = usual?.key(in: .quickTimeMetadata).map { Key.name($0) }
        if style != .quickTime, let code = usual?.key(in: .iTunes).flatMap({ ISOCode(text: $0) }),
            let value = Self.value(text.value, usual?.kind ?? .text)
        {
            self.init(keySpace: .iTunes, key: .code(code), value: value)
        } else if let quickTime {
            self.init(keySpace: .quickTimeMetadata, key: quickTime, value: .text(text.value))
        } else if style == .quickTime {
            self.init(keySpace: .quickTimeMetadata, key: .name(text.name), value: .text(text.value))
        } else {
            let key = Key.qualified(domain: "com.apple.iTunes", name: usual?.capitals ?? text.name)
            self.init(keySpace: .iTunes, key: key, value: .text(text.value))
        }
        languageTag = text.language
    }

    /// The item that 3GPP has for it. A year there is a number of four digits and nothing else.
    private static func mobile(_ text: SinkTags.Text) -> ISOMetadataEntry? {
        guard let code = text.usual?.key(in: .isoUserData).flatMap({ ISOCode(text: $0) }) else { return nil }
        guard code != "yrrc" || text.value.count == 4 && UInt16(text.value) != nil else { return nil }
        guard code != "loci" else { return nil }
        return ISOMetadataEntry(keySpace: .isoUserData, key: .code(code), value: .text(text.value))
    }

    private init(_ picture: SinkTags.Picture, _ style: Style) {
        let (keySpace, key) =
            style == .quickTime
            ? (KeySpace.quickTimeMetadata, Key.name(TagNames.appleKeys + "artwork")) : (.iTunes, Key.code("covr"))
        self.init(keySpace: keySpace, key: key, value: .data(picture.data, picture.isPNG ? .png : .jpeg))
    }

    /// A text as iTunes stores values of a kind; nil for one that is none of the kind.
    package static func value(_ text: String, _ kind: TagName.Kind) -> ISOMetadataValue? {
        switch kind {
        case .text: return .text(text)
        case .number: return Int64(text).flatMap { Int32(exactly: $0) == nil ? nil : .signed($0) }
        case .flag:
            let answers = ["1": 1, "true": 1, "yes": 1, "0": 0, "false": 0, "no": 0]
            return answers[text.lowercased()].map { .signed(Int64($0)) }
        case .position:
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt16($0) }
            guard (1...2).contains(parts.count), let number = parts[0] else { return nil }
            guard parts.count == 2 else { return .position(number, of: 0) }
            return parts[1].map { .position(number, of: $0) }
        }
    }

    // MARK: Keys and values

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
        case .text(let text):
            let kind = key.isCode ? entry.usualName?.kind ?? .text : .text
            return value(text, kind) ?? .text(text)
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
}

extension ISOMetadataEntry.Key {
    fileprivate var isCode: Bool {
        if case .code = self { return true }
        return false
    }
}

extension MetadataEntry {
    /// It has a key of a movie already.
    fileprivate var isOfFamily: Bool {
        [.quickTimeUserData, .isoUserData, .iTunes, .quickTimeMetadata, AVMetadataKeySpace(rawValue: "itlk")]
            .contains(keySpace)
    }
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
        guard let date = MetadataCreation.date(in: entries) else { return 0 }
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down)) + 2_082_844_800
        return seconds > 0 ? UInt64(seconds) : 0
    }
}
