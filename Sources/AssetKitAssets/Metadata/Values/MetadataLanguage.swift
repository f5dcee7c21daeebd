internal import Foundation

/// The language of a value: an extended tag in its usual form.
struct MetadataLanguage: Hashable, Sendable {
    /// Such as `en` or `zh-Hant-TW`; `und` where the file says that it does not know.
    let tag: String

    /// The language that a file names: an extended tag, or three letters of ISO 639-2. Nil for a blank, and for what
    /// says "none" in one of the formats.
    init?(storedTag: String) {
        guard (1...64).contains(storedTag.utf8.count), storedTag.utf8.allSatisfy(Self.mayStand) else { return nil }
        guard storedTag.lowercased() != "xxx" else { return nil }
        self.init(locale: Locale(identifier: Self.terminological(storedTag.replacing("_", with: "-"))))
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    init(locale: Locale) {
        let tag = locale.identifier(.bcp47)
        self.tag = tag.isEmpty ? Self.undetermined : tag
    }

    static let undetermined = "und"

    /// The language as Foundation has it.
    var locale: Locale { Locale(identifier: tag) }

    /// How well a text in this language does for somebody who wants `wanted`: zero is best, nil is not at all.
    ///
    /// The same language in another region does; the same language in another script does not.
    func distance(to wanted: MetadataLanguage) -> Int? {
        if tag.caseInsensitiveCompare(wanted.tag) == .orderedSame { return 0 }
        let own = Locale.Language(identifier: tag)
        let other = Locale.Language(identifier: wanted.tag)
        guard own.languageCode == other.languageCode, own.languageCode?.identifier != Self.undetermined else {
            return nil
        }
        // The script is the usual one of language and region where the tag has none.
        guard own.script == other.script else { return nil }
        guard let region = own.region, let wantedRegion = other.region else { return 1 }
        return region == wantedRegion ? 0 : Self.otherRegion
    }

    /// The distance to the same language in another region.
    static let otherRegion = 2

    var isUndetermined: Bool { tag == Self.undetermined }

    /// ISO 639-2 has two codes for twenty languages: one for libraries, by the English name, and one by the language's
    /// own. Foundation knows the latter.
    private static func terminological(_ tag: String) -> String {
        let parts = tag.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let code = parts.first, let own = ownCodes[code.lowercased()] else { return tag }
        return parts.count == 2 ? own + "-" + parts[1] : own
    }

    private static let ownCodes = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]
}
