internal import Foundation

/// Writes metadata in the key spaces that the family has: items of `udta`, and lists with the handlers `mdta` and `mdir`.
struct ISOMetadataWriter {
    /// In order; those of one key space that share a key should follow each other.
    let entries: [ISOMetadataEntry]
    /// QuickTime's `meta` is a plain box, ISO's a full one.
    let isQuickTime: Bool

    /// `udta` with what belongs there, and what else `more` puts in; nothing where there is nothing.
    func writeUserData(to bytes: inout ISOBytes, _ more: (inout ISOBytes) -> Void = { _ in }) throws(ISOWritingError) {
        var content = ISOBytes()
        try writeTexts(to: &content)
        for entry in entries(of: .isoUserData) {
            guard case .code(let code) = entry.key else { continue }
            try writeAssetInformation(code, entry, to: &content)
        }
        more(&content)
        if entries.contains(where: { $0.keySpace == .iTunes }) { try writeITunes(to: &content) }
        if content.count > 0 { bytes.box("udta", content: content.bytes) }
    }

    /// The list with keys that are names; nothing where there are none.
    func writeKeys(to bytes: inout ISOBytes) throws(ISOWritingError) {
        let groups = grouped(.quickTimeMetadata)
        guard !groups.isEmpty else { return }
        try meta(handler: "mdta", vendor: nil, to: &bytes) { bytes throws(ISOWritingError) in
            bytes.fullBox("keys") { bytes in
                bytes.u32(UInt32(groups.count))
                for group in groups {
                    guard case .name(let name) = group[0].key else { continue }
                    bytes.box("mdta") { $0.append(name.utf8) }
                }
            }
            try bytes.box("ilst") { bytes throws(ISOWritingError) in
                for (index, group) in groups.enumerated() {
                    try bytes.box(ISOCode(rawValue: UInt32(index + 1))) { bytes throws(ISOWritingError) in
                        for entry in group { try writeValue(entry, to: &bytes) }
                    }
                }
            }
        }
    }

    /// iTunes' list: the same item has all values of its key.
    private func writeITunes(to bytes: inout ISOBytes) throws(ISOWritingError) {
        try meta(handler: "mdir", vendor: "appl", to: &bytes) { bytes throws(ISOWritingError) in
            try bytes.box("ilst") { bytes throws(ISOWritingError) in
                for group in grouped(.iTunes) {
                    let code: ISOCode
                    if case .code(let own) = group[0].key { code = own } else { code = "----" }
                    try bytes.box(code) { bytes throws(ISOWritingError) in
                        if case .qualified(let domain, let name) = group[0].key {
                            bytes.fullBox("mean") { $0.append(domain.utf8) }
                            bytes.fullBox("name") { $0.append(name.utf8) }
                        }
                        for entry in group { try writeValue(entry, to: &bytes) }
                    }
                }
            }
        }
    }

    private func meta(
        handler: ISOCode,
        vendor: ISOCode?,
        to bytes: inout ISOBytes,
        _ body: (inout ISOBytes) throws(ISOWritingError) -> Void
    ) throws(ISOWritingError) {
        try bytes.box("meta") { bytes throws(ISOWritingError) in
            if !isQuickTime || handler == "mdir" { bytes.versionAndFlags() }
            bytes.fullBox("hdlr") { bytes in
                bytes.u32(0)
                bytes.code(handler)
                if let vendor { bytes.code(vendor) } else { bytes.u32(0) }
                bytes.zeros(9)
            }
            try body(&bytes)
        }
    }

    // MARK: Order

    private func entries(of keySpace: ISOMetadataEntry.KeySpace) -> [ISOMetadataEntry] {
        entries.filter { $0.keySpace == keySpace }
    }

    /// Entries that share a key, in the order in which their keys come first.
    private func grouped(_ keySpace: ISOMetadataEntry.KeySpace) -> [[ISOMetadataEntry]] {
        var places: [ISOMetadataEntry.Key: Int] = [:]
        var groups: [[ISOMetadataEntry]] = []
        for entry in entries(of: keySpace) {
            if let place = places[entry.key] {
                groups[place].append(entry)
            } else {
                places[entry.key] = groups.count
                groups.append([entry])
            }
        }
        return groups
    }

    // MARK: Values of lists

    private func writeValue(_ entry: ISOMetadataEntry, to bytes: inout ISOBytes) throws(ISOWritingError) {
        let (type, content) = try value(of: entry)
        bytes.box("data") { bytes in
            bytes.u32(type)
            let country = (entry.countryCode ?? "").utf8
            if country.count == 2 { bytes.append(country) } else { bytes.u16(0) }
            bytes.u16(ISOLanguage(tag: entry.languageTag)?.packed ?? 0)
            bytes.append(content)
        }
    }

    private static func usualWidth(_ key: ISOMetadataEntry.Key) -> Int? {
        if case .code(let code) = key { return widths[code] }
        return nil
    }

    /// In as few bytes as it takes, or as many as iTunes has.
    private static func integer(_ number: Int64, _ key: ISOMetadataEntry.Key) -> (type: UInt32, content: [UInt8]) {
        let fitting = Int8(exactly: number) != nil ? 1 : Int16(exactly: number) != nil ? 2 : 4
        let needed = Int32(exactly: number) != nil ? fitting : 8
        let content = bytes(UInt64(bitPattern: number), width: max(needed, usualWidth(key) ?? 1))
        return (key == .code("gnre") ? 0 : 21, content)
    }

    private static func bytes(_ number: UInt64, width: Int) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0.suffix(width)) }
    }

    /// How wide iTunes has the numbers of its keys.
    private static let widths: [ISOCode: Int] = [
        "tmpo": 2, "cpil": 1, "pgap": 1, "pcst": 1, "hdvd": 1, "stik": 1, "rtng": 1, "akID": 1, "shwm": 1, "tvsn": 4,
        "tves": 4, "gnre": 2, "cnID": 4, "geID": 4, "atID": 4, "sfID": 4, "cmID": 4, "plID": 8,
    ]

    private func value(of entry: ISOMetadataEntry) throws(ISOWritingError) -> (type: UInt32, content: [UInt8]) {
        var bytes = ISOBytes()
        switch entry.value {
        case .text(let text): return (1, Array(text.utf8))
        case .signed(let number): return Self.integer(number, entry.key)
        case .unsigned(let number):
            // iTunes has numbers with a sign, also where they never need one.
            if Self.usualWidth(entry.key) != nil, let signed = Int64(exactly: number) {
                return Self.integer(signed, entry.key)
            }
            let width = number <= 0xff ? 1 : number <= 0xffff ? 2 : number <= 0xffff_ffff ? 4 : 8
            return (22, Self.bytes(number, width: width))
        case .real(let number):
            bytes.u64(number.bitPattern)
            return (24, bytes.bytes)
        case .reals(let numbers): return (1, Array(numbers.map { "\($0)" }.joined(separator: " ").utf8))
        case .position(let number, let count):
            [0, number, count, 0].forEach { (word: UInt16) in bytes.u16(word) }
            return (0, bytes.bytes)
        case .location: throw .metadata("a place belongs to '\(entry.key)' as a text there")
        case .data(let content, let kind): return (Self.type(of: kind), content)
        case .stored: throw .metadata("the value of '\(entry.key)' must be read before it can be written")
        }
    }

    private static func type(of kind: ISOMetadataValue.Kind) -> UInt32 {
        switch kind {
        case .raw: 0
        case .jpeg: 13
        case .png: 14
        case .bmp: 27
        }
    }
}
