internal import AssetKitBitstream

extension ISOMetadataWriter {
    /// QuickTime's items: a text of one key has all its languages in one item.
    func writeTexts(to bytes: inout ISOBytes) throws(ISOWritingError) {
        var written: Set<ISOCode> = []
        let items = entries.filter { $0.keySpace == .quickTimeUserData }
        for entry in items {
            guard case .code(let code) = entry.key, written.insert(code).inserted else { continue }
            let values = items.filter { $0.key == entry.key }
            try bytes.box(code) { bytes throws(ISOWritingError) in
                for value in values { try writeItem(code, value, to: &bytes) }
            }
        }
    }

    private func writeItem(
        _ code: ISOCode,
        _ entry: ISOMetadataEntry,
        to bytes: inout ISOBytes
    ) throws(ISOWritingError) {
        switch entry.value {
        case .data(let content, _): bytes.append(content)
        case .stored: throw .metadata("the value of '\(code)' must be read before it can be written")
        default:
            let text = Self.text(entry.value).utf8
            guard code.isInternationalText else { return bytes.append(text) }
            let cut = text.prefix(Int(UInt16.max))
            bytes.u16(UInt16(cut.count))
            bytes.u16(ISOLanguage(tag: entry.languageTag)?.packed ?? ISOLanguage.unspecified.packed)
            bytes.append(cut)
        }
    }

    private static func text(_ value: ISOMetadataValue) -> String {
        switch value {
        case .text(let text): text
        case .signed(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .real(let number): "\(number)"
        case .reals(let numbers): numbers.map { "\($0)" }.joined(separator: " ")
        case .position(let number, let count): count > 0 ? "\(number)/\(count)" : "\(number)"
        case .location, .data, .stored: ""
        }
    }

    /// The items of 3GPP TS 26.244, section 8, and ISO's `cprt`.
    func writeAssetInformation(
        _ code: ISOCode,
        _ entry: ISOMetadataEntry,
        to bytes: inout ISOBytes
    ) throws(ISOWritingError) {
        if case .stored = entry.value {
            throw .metadata("the value of '\(code)' must be read before it can be written")
        }
        bytes.box(code) { bytes in
            if case .data(let content, _) = entry.value { return bytes.append(content) }
            bytes.versionAndFlags()
            if code == "yrrc" {
                let text = Self.text(entry.value).prefix(4)
                return bytes.u16(UInt16(text) ?? 0)
            }
            if code == "rtng" { bytes.zeros(8) }
            if code == "clsf" { bytes.zeros(6) }
            bytes.u16((ISOLanguage(tag: entry.languageTag) ?? .undetermined).packed)
            switch (code, entry.value) {
            case ("loci", .location(let place)): Self.writeLocation(place, to: &bytes)
            case ("loci", let value): Self.writeLocation(ISOLocation(notation: Self.text(value)), to: &bytes)
            case ("kywd", let value): Self.writeKeywords(Self.text(value), to: &bytes)
            default: bytes.terminated(Self.text(entry.value))
            }
        }
    }

    private static func writeLocation(_ place: ISOLocation, to bytes: inout ISOBytes) {
        bytes.terminated(place.name)
        bytes.u8(place.role)
        bytes.integer(place.longitude)
        bytes.integer(place.latitude)
        bytes.integer(place.altitude)
        bytes.terminated(place.body)
        bytes.terminated(place.notes)
    }

    private static func writeKeywords(_ text: String, to bytes: inout ISOBytes) {
        let words = text.split(separator: ",").map { $0.drop { $0 == " " }.utf8.prefix(254) }.prefix(255)
        bytes.u8(UInt8(words.count))
        for word in words {
            bytes.u8(UInt8(word.count + 1))
            bytes.append(word)
            bytes.u8(0)
        }
    }
}

extension ISOLocation {
    /// A place as ISO 6709 writes it in degrees: latitude, longitude, and the height where there is one.
    package init(notation: String) {
        var numbers: [String] = []
        for character in notation.prefix(while: { $0 != "/" }) {
            if character == "+" || character == "-" { numbers.append("") }
            if !numbers.isEmpty { numbers[numbers.count - 1].append(character) }
        }
        let fixed = numbers.map { text in
            let degrees = Double(text.hasPrefix("+") ? String(text.dropFirst()) : text) ?? 0
            return Int32(min(max(degrees * 65536, Double(Int32.min)), Double(Int32.max)).rounded())
        }
        self.init(
            latitude: fixed.first ?? 0,
            longitude: fixed.count > 1 ? fixed[1] : 0,
            altitude: fixed.count > 2 ? fixed[2] : 0
        )
    }
}
