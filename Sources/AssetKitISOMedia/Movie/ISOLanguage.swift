/// A language as 16 bits: three letters of five bits each, or one of QuickTime's Macintosh numbers.
package struct ISOLanguage: Hashable, Sendable {
    package let packed: UInt16

    /// Numbers below belong to the Macintosh; the smallest three letters are above.
    private static let firstPacked: UInt16 = 0x400

    /// The Macintosh number of Japanese.
    static let japanese = ISOLanguage(packed: 11)

    /// QuickTime's number for no language.
    package static let unspecified = ISOLanguage(packed: 0x7fff)

    /// Three letters for a language that nobody knows.
    package static let undetermined = ISOLanguage(packed: 0x55c4)

    package init(packed: UInt16) { self.packed = packed }

    /// Packs three small letters; nil where the tag is anything else.
    package init?(tag: String?) {
        guard let letters = tag.map({ Array($0.utf8) }), letters.count == 3,
            letters.allSatisfy({ (0x61...0x7a).contains($0) })
        else { return nil }
        packed = letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }

    var isMacintosh: Bool { packed < Self.firstPacked }

    /// The three letters of ISO 639-2, such as `eng`; nil when the number is none of a language.
    package var tag: String? {
        guard self != Self.unspecified else { return nil }
        guard !isMacintosh else { return Self.macintosh[packed] }
        let letters = [packed >> 10, packed >> 5, packed].map { UInt8(truncatingIfNeeded: $0 & 0x1f) + 0x60 }
        guard packed >> 15 == 0, letters.allSatisfy({ (0x61...0x7a).contains($0) }) else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }

    /// The Macintosh numbers, as the QuickTime File Format lists them.
    private static let macintosh: [UInt16: String] = {
        let first = """
            eng fra deu ita nld swe spa dan por nor heb jpn ara fin ell isl mlt tur hrv zho urd hin tha kor lit pol hun
            est lav sme fao fas rus zho nld gle sqi ron ces slk slv yid srp mkd bul ukr bel uzb kaz aze aze hye kat ron
            kir tgk tuk mon mon pus kur kas snd bod nep san mar ben asm guj pan ori mal kan tam tel sin mya khm lao vie
            ind tgl msa msa amh tir orm som swa kin run nya mlg epo
            """
        let later = """
            cym eus cat lat que grn aym tat uig dzo jav sun glg afr bre iku gla glv gle ton ell kal aze
            """
        var table: [UInt16: String] = [:]
        for (number, tag) in first.split(whereSeparator: \.isWhitespace).enumerated() {
            table[UInt16(number)] = String(tag)
        }
        for (number, tag) in later.split(whereSeparator: \.isWhitespace).enumerated() {
            table[UInt16(128 + number)] = String(tag)
        }
        return table
    }()
}
