/// The fixed part of the entries for texts and timed metadata.
package struct ISOTextDescription: Hashable, Sendable {
    /// A rectangle in pixels of the track.
    package struct Box: Hashable, Sendable {
        package let top: Int16
        package let left: Int16
        package let bottom: Int16
        package let right: Int16

        package init(top: Int16, left: Int16, bottom: Int16, right: Int16) {
            self.top = top
            self.left = left
            self.bottom = bottom
            self.right = right
        }
    }

    private(set) var displayFlags: UInt32 = 0
    /// 0 left or top, 1 centre, -1 right or bottom.
    private(set) var horizontalJustification: Int32 = 0
    private(set) var verticalJustification: Int32 = 0
    package private(set) var box: Box?
    /// The zero-terminated texts of an entry, such as the name spaces of `stpp` or the MIME type of `mett`.
    package private(set) var texts: [String] = []
    private(set) var fontName: String?

    /// Reads the fixed part of formats that have one; nil for others, with nothing read.
    package init?(_ format: ISOCode, _ fields: inout ISOFields) throws(ISOMediaError) {
        switch format {
        case "tx3g": try readTimedText(&fields)
        case "text": try readQuickTime(&fields)
        case "stpp", "metx": readTexts(3, &fields)
        case "mett", "sbtt", "stxt": readTexts(2, &fields)
        default: return nil
        }
    }

    private mutating func readTexts(_ count: Int, _ fields: inout ISOFields) {
        for _ in 0..<count { texts.append(ISOText.text(fields.untilZero())) }
    }

    private mutating func readTimedText(_ fields: inout ISOFields) throws(ISOMediaError) {
        displayFlags = try fields.u32()
        horizontalJustification = Int32(Int8(bitPattern: try fields.u8()))
        verticalJustification = Int32(Int8(bitPattern: try fields.u8()))
        try fields.skip(4)
        box = try Box(&fields)
        try fields.skip(12)
    }

    private mutating func readQuickTime(_ fields: inout ISOFields) throws(ISOMediaError) {
        // Some writers put the fixed part of `tx3g`, which a table of fonts follows, under this name.
        guard fields.peekCode(34) != "ftab" else { return try readTimedText(&fields) }
        // Chapter tracks of some writers have an entry without its fixed part.
        guard fields.remaining >= 43 else {
            _ = fields.rest()
            return
        }
        displayFlags = try fields.u32()
        horizontalJustification = try fields.i32()
        try fields.skip(6)
        box = try Box(&fields)
        try fields.skip(8 + 2 + 2 + 1 + 2 + 6)
        let count = fields.isAtEnd ? 0 : Int(try fields.u8())
        let name = try fields.take(min(count, fields.remaining))
        fontName = name.isEmpty ? nil : ISOText.text(name)
    }
}

extension ISOTextDescription.Box {
    fileprivate init(_ fields: inout ISOFields) throws(ISOMediaError) {
        top = try fields.i16()
        left = try fields.i16()
        bottom = try fields.i16()
        right = try fields.i16()
    }
}
