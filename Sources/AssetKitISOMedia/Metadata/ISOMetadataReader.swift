internal import AssetKitBase

/// Reads `udta` and `meta`.
struct ISOMetadataReader {
    let context: ISOReadingContext
    private(set) var entries: [ISOMetadataEntry] = []
    private(set) var chapters: [ISOChapter] = []
    private var isFull = false

    init(_ context: ISOReadingContext) { self.context = context }

    /// Reads a `udta` box.
    mutating func readUserData(_ box: ISOBox) throws {
        for child in try context.boxes(in: box.content, of: box.type) {
            switch child.type {
            case "meta": try readMeta(child)
            case "chpl":
                let chapters = try context.attempt("chpl") {
                    try ISOChapter.list(in: context.content(of: child), limit: context.limits.chapters)
                }
                self.chapters += chapters ?? []
            case "free", "skip", "wide", "hnti", "hinf", "udta": break
            default: try readUserItem(child)
            }
        }
    }

    mutating func append(_ entry: ISOMetadataEntry) throws {
        guard entries.count < context.limits.metadataEntries else {
            if !isFull { context.warn("there is more metadata than \(context.limits.metadataEntries) values") }
            isFull = true
            return
        }
        try context.reserve(MemoryLayout<ISOMetadataEntry>.stride)
        entries.append(entry)
    }

    private mutating func readUserItem(_ box: ISOBox) throws {
        guard let value = try storedIfLarge(box.content) else {
            let entries = try context.attempt("the user data '\(box.type)'") {
                try ISOUserDataItem.entries(box.type, try context.content(of: box))
            }
            for entry in entries ?? [] { try append(entry) }
            return
        }
        try append(ISOMetadataEntry(keySpace: .quickTimeUserData, key: .code(box.type), value: value))
    }

    /// A value that stays in the file; nil when it is small enough to be read. What of it lies behind the end of the file
    /// does not count.
    private func storedIfLarge(
        _ range: Range<Int64>,
        limit: Int? = nil,
        kind: ISOMetadataValue.Kind = .raw
    ) throws -> ISOMetadataValue? {
        let end = context.window.length.map { min($0, range.upperBound) } ?? range.upperBound
        let length = max(0, end - range.lowerBound)
        guard length > Int64(limit ?? context.limits.textBytes) else { return nil }
        return .stored(ISOStoredBytes(offset: range.lowerBound, length: Int(length)), kind)
    }
}

// MARK: Lists of items

extension ISOMetadataReader {
    /// Reads a `meta` box of either kind; others hold no metadata in this sense.
    mutating func readMeta(_ box: ISOBox) throws {
        // QuickTime's is a plain box, ISO's has a version in front of its content.
        let head = ISOFields(try context.window.available(8, at: box.content.lowerBound), of: box.type)
        let start = min(box.content.lowerBound + (head.peekCode(4) == "hdlr" ? 0 : 4), box.content.upperBound)
        let children = try context.boxes(in: start..<box.content.upperBound, of: box.type)
        func content(_ type: ISOCode) throws -> ISOFields? {
            guard let child = children.first(where: { $0.type == type }) else { return nil }
            return try context.attempt("meta: \(type)") { try context.content(of: child) }
        }
        let handler = try content("hdlr").flatMap { fields in
            try context.attempt("meta: hdlr") { try ISOHandler(fields) }
        }
        guard let list = children.first(where: { $0.type == "ilst" }) else { return }
        let keys = try content("keys").flatMap { fields in try context.attempt("meta: keys") { try Self.keys(fields) } }
        let isQuickTime = handler.map { $0.type == "mdta" } ?? (keys != nil)
        guard isQuickTime || handler == nil || handler?.type == "mdir" else { return }
        let locales = ISOLocales(countries: try content("ctry"), languages: try content("lang"))
        for item in try context.boxes(in: list.content, of: list.type) {
            _ = try context.attempt("the metadata '\(item.type)'") {
                try readItem(item, keys: isQuickTime ? keys ?? [] : nil, locales: locales)
            }
        }
    }

    private static func keys(_ fields: ISOFields) throws(ISOMediaError) -> [String] {
        var fields = fields
        _ = try fields.versionAndFlags()
        let count = min(Int(try fields.u32()), fields.remaining / 8)
        var keys: [String] = []
        for _ in 0..<count {
            let size = Int(try fields.u32())
            try fields.skip(4)
            guard size >= 8 else { throw .damaged("a key is smaller than its own header") }
            keys.append(ISOText.text(try fields.take(size - 8)))
        }
        return keys
    }

    /// `keys` is nil for iTunes, whose items are named by code.
    private mutating func readItem(_ item: ISOBox, keys: [String]?, locales: ISOLocales) throws {
        let children = try context.boxes(in: item.content, of: item.type)
        let key: ISOMetadataEntry.Key
        if let keys {
            let index = Int(item.type.rawValue) - 1
            guard keys.indices.contains(index) else {
                throw ISOMediaError.damaged("it has key \(index + 1) of \(keys.count)")
            }
            key = .name(keys[index])
        } else if item.type == "----" {
            key = .qualified(domain: try name("mean", children), name: try name("name", children))
        } else {
            key = .code(item.type)
        }
        for child in children where child.type == "data" {
            try readValue(child, key: key, keySpace: keys == nil ? .iTunes : .quickTimeMetadata, locales: locales)
        }
    }

    private func name(_ type: ISOCode, _ children: [ISOBox]) throws -> String {
        guard let box = children.first(where: { $0.type == type }) else { return "" }
        var fields = try context.content(of: box, limit: context.limits.textBytes)
        _ = try fields.versionAndFlags()
        return ISOText.text(fields.rest())
    }

    private mutating func readValue(
        _ box: ISOBox,
        key: ISOMetadataEntry.Key,
        keySpace: ISOMetadataEntry.KeySpace,
        locales: ISOLocales
    ) throws {
        var head = ISOFields(try context.window.available(16, at: box.content.lowerBound), of: box.type)
        // The first byte tells in which set the type is; there is but one.
        let type = try head.u32() & 0xff_ffff
        let country = try head.u16()
        let language = try head.u16()
        let range = min(box.content.lowerBound + 8, box.content.upperBound)..<box.content.upperBound
        let isText = ISODataType.isText(type) || (type == 0 && key.isInternationalText)
        let kind = type == 0 ? ISODataType.pictureKind(head.copy()) : ISODataType.kind(type)
        let limit = isText ? context.limits.textBytes : context.limits.inlineValueBytes
        let value: ISOMetadataValue
        if let stored = try storedIfLarge(range, limit: limit, kind: kind) {
            value = stored
        } else {
            let bytes = try context.window.available(Int(range.upperBound - range.lowerBound), at: range.lowerBound)
            if bytes.count < Int(range.upperBound - range.lowerBound) {
                context.warn("the file ends inside the metadata '\(key)'")
            }
            try context.reserve(bytes.count)
            value = type == ISODataType.implicit ? key.implicitValue(bytes, kind) : ISODataType.value(type, bytes)
        }
        var entry = ISOMetadataEntry(keySpace: keySpace, key: key, value: value)
        entry.countryCode = locales.country(country)
        entry.languageTag = locales.language(language)
        entry.dataType = type
        try append(entry)
    }
}

extension ISOMetadataEntry.Key {
    fileprivate var isInternationalText: Bool {
        if case .code(let code) = self { return code.isInternationalText }
        return false
    }

    /// iTunes' values of type 0, whose meaning is known from the key.
    fileprivate func implicitValue(_ bytes: [UInt8], _ kind: ISOMetadataValue.Kind) -> ISOMetadataValue {
        guard case .code(let code) = self else { return .data(bytes, kind) }
        switch code {
        case "trkn", "disk":
            var fields = ISOFields(bytes, of: code)
            guard (try? fields.skip(2)) != nil, let number = try? fields.u16() else { return .data(bytes, .raw) }
            return .position(number, of: (try? fields.u16()) ?? 0)
        case "gnre", "cpil", "pgap", "pcst", "hdvd", "stik", "rtng", "akID", "tmpo", "tvsn", "tves", "cnID", "geID",
            "plID", "sfID", "atID", "cmID", "shwm":
            return ISODataType.unsigned(bytes).map { .unsigned($0) } ?? .data(bytes, .raw)
        default:
            return code.isInternationalText ? .text(ISOText.text(bytes)) : .data(bytes, kind)
        }
    }
}
