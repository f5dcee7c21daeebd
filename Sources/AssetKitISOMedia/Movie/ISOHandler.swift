/// `hdlr`: what kind of media a track holds, and what its writer called it.
package struct ISOHandler: Hashable, Sendable {
    /// Such as `vide`, `soun`, `text`, `tmcd`, `meta`.
    package var type: ISOCode = "    "
    /// `mhlr` or `dhlr` in QuickTime files, 0 in others.
    package var component: UInt32 = 0
    package var name = ""

    package init() {}

    package init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        _ = try fields.versionAndFlags()
        component = try fields.u32()
        type = try fields.code()
        try fields.skip(min(12, fields.remaining))
        var bytes = fields.rest()
        // QuickTime writes a count in front of the name, ISO a zero behind it.
        if let count = bytes.first, component != 0 || Int(count) == bytes.count - 1, Int(count) < bytes.count {
            bytes = Array(bytes[1..<1 + Int(count)])
        }
        if let end = bytes.firstIndex(of: 0) { bytes.removeSubrange(end...) }
        name = ISOText.text(bytes)
    }
}
