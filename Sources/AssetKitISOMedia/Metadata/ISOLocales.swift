/// The countries and languages that the values of a `meta` box are for: one by its code, or several by a list.
struct ISOLocales {
    private let countries: [[UInt16]]
    private let languages: [[UInt16]]

    /// Takes the boxes `ctry` and `lang`; a list that cannot be read is empty.
    init(countries: ISOFields?, languages: ISOFields?) {
        self.countries = countries.map(Self.lists) ?? []
        self.languages = languages.map(Self.lists) ?? []
    }

    private static func lists(_ fields: ISOFields) -> [[UInt16]] {
        var fields = fields
        var result: [[UInt16]] = []
        guard (try? fields.versionAndFlags()) != nil, let count = try? fields.u32() else { return [] }
        for _ in 0..<min(Int(count), fields.remaining / 2) {
            guard let length = try? fields.u16() else { break }
            var list: [UInt16] = []
            for _ in 0..<min(Int(length), fields.remaining / 2) {
                guard let code = try? fields.u16() else { break }
                list.append(code)
            }
            result.append(list)
        }
        return result
    }

    /// The country of an indicator: up to 255 it is the number of a list, of which the first entry is told.
    func country(_ indicator: UInt16) -> String? {
        guard let code = Self.resolve(indicator, countries), code >> 8 >= 0x41, code & 0xff >= 0x41 else { return nil }
        return String(decoding: [UInt8(code >> 8), UInt8(code & 0xff)], as: UTF8.self)
    }

    /// The language of an indicator, in the same way.
    func language(_ indicator: UInt16) -> String? {
        Self.resolve(indicator, languages).flatMap { ISOLanguage(packed: $0).tag }
    }

    private static func resolve(_ indicator: UInt16, _ lists: [[UInt16]]) -> UInt16? {
        guard indicator > 0 else { return nil }
        guard indicator < 256 else { return indicator }
        return lists.indices.contains(Int(indicator) - 1) ? lists[Int(indicator) - 1].first : nil
    }
}
