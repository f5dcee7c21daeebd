/// Items of `udta` that are not lists of their own.
enum ISOUserDataItem {
    /// The values of an item; several, when it has texts in several languages.
    static func entries(_ type: ISOCode, _ fields: ISOFields) throws(ISOMediaError) -> [ISOMetadataEntry] {
        if type.isInternationalText { return try internationalTexts(type, fields) }
        if let entry = try assetInformation(type, fields) { return [entry] }
        if type == "name" {
            let text = ISOText.text(trimmed(fields.copy()))
            return [ISOMetadataEntry(keySpace: .quickTimeUserData, key: .code(type), value: .text(text))]
        }
        return [ISOMetadataEntry(keySpace: .quickTimeUserData, key: .code(type), value: .data(fields.copy(), .raw))]
    }

    /// QuickTime's texts: each has a count of bytes and a language.
    private static func internationalTexts(
        _ type: ISOCode,
        _ fields: ISOFields
    ) throws(ISOMediaError) -> [ISOMetadataEntry] {
        if fields.peekCode(4) == "data" { return try listStyle(type, fields) }
        var fields = fields
        let whole = fields.copy()
        var result: [ISOMetadataEntry] = []
        while fields.remaining >= 4 {
            let count = Int(try fields.u16())
            let language = ISOLanguage(packed: try fields.u16())
            guard count <= fields.remaining else {
                // Some writers store the bare text.
                guard result.isEmpty else { break }
                let text = ISOText.text(trimmed(whole))
                return [ISOMetadataEntry(keySpace: .quickTimeUserData, key: .code(type), value: .text(text))]
            }
            // Zeros behind the last text are no empty texts.
            let bytes = try fields.take(count)
            guard count > 0 || language.packed != 0 else { break }
            var entry = ISOMetadataEntry(
                keySpace: .quickTimeUserData,
                key: .code(type),
                value: .text(ISOText.text(trimmed(bytes), language: language))
            )
            entry.languageTag = language.tag
            result.append(entry)
        }
        return result
    }

    /// A `data` box as in iTunes' lists, which some writers put here.
    private static func listStyle(_ type: ISOCode, _ fields: ISOFields) throws(ISOMediaError) -> [ISOMetadataEntry] {
        guard var data = fields.firstBox("data") else { return [] }
        let number = try data.u32() & 0xff_ffff
        try data.skip(4)
        let value = ISODataType.value(number == 0 ? 1 : number, data.rest())
        return [ISOMetadataEntry(keySpace: .quickTimeUserData, key: .code(type), value: value, dataType: number)]
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
    }

    /// The items of 3GPP TS 26.244, section 8, and ISO's `cprt`; nil for others, and for what is too short for them.
    private static func assetInformation(_ type: ISOCode, _ fields: ISOFields) throws(ISOMediaError)
        -> ISOMetadataEntry?
    {
        var fields = fields
        guard assetTypes.contains(type), fields.remaining >= 6 else { return nil }
        _ = try fields.versionAndFlags()
        if type == "yrrc" {
            let year = UInt64(try fields.u16())
            return ISOMetadataEntry(keySpace: .isoUserData, key: .code(type), value: .unsigned(year))
        }
        if type == "rtng" { try fields.skip(8) }
        if type == "clsf" { try fields.skip(6) }
        let language = ISOLanguage(packed: try fields.u16())
        let value: ISOMetadataValue
        switch type {
        case "loci": value = .location(try ISOLocation(&fields))
        case "kywd": value = .text(try keywords(&fields).joined(separator: ", "))
        default: value = .text(ISOText.terminated(&fields))
        }
        var entry = ISOMetadataEntry(keySpace: .isoUserData, key: .code(type), value: value)
        entry.languageTag = language.tag
        return entry
    }

    private static let assetTypes: Set<ISOCode> = [
        "titl", "dscp", "cprt", "perf", "auth", "gnre", "rtng", "clsf", "kywd", "loci", "albm", "yrrc",
    ]

    private static func keywords(_ fields: inout ISOFields) throws(ISOMediaError) -> [String] {
        let count = Int(try fields.u8())
        var words: [String] = []
        for _ in 0..<count {
            var word = try fields.part(Int(try fields.u8()))
            words.append(ISOText.terminated(&word))
        }
        return words
    }
}
