/// The character set of the Macintosh in the west, in which QuickTime wrote its texts.
enum ISOMacRoman {
    /// 0x80 to 0xff, as Apple's ROMAN.TXT lists them.
    private static let upperHalf: [UnicodeScalar] = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
            + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
            + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙı\u{2c6}\u{2dc}¯\u{2d8}\u{2d9}\u{2da}¸\u{2dd}\u{2db}\u{2c7}").unicodeScalars
    )

    /// Every sequence of bytes is a text.
    static func text(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(byte < 0x80 ? UnicodeScalar(byte) : upperHalf[Int(byte) - 0x80]) }
        return String(scalars)
    }
}
