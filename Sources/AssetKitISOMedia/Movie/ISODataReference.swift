/// An entry of `dref`: the file that samples lie in. References to other files are told, never followed.
struct ISODataReference: Hashable, Sendable {
    /// `url `, `urn `, `alis` or `rsrc`.
    let type: ISOCode
    /// The samples lie in this file.
    let isSelfContained: Bool
    /// What names the other file, where it can be put in words.
    let target: String?

    static func all(in fields: ISOFields, limit: Int) throws(ISOMediaError) -> [ISODataReference] {
        var fields = fields
        _ = try fields.versionAndFlags()
        let count = Int(try fields.u32())
        var result: [ISODataReference] = []
        while result.count < min(count, limit), let (type, content) = fields.nextBox() {
            var content = content
            let flags = try content.versionAndFlags().flags
            let isSelfContained = flags & 1 != 0
            let target = isSelfContained ? nil : Self.target(type, content)
            result.append(ISODataReference(type: type, isSelfContained: isSelfContained, target: target))
        }
        return result
    }

    private static func target(_ type: ISOCode, _ content: ISOFields) -> String? {
        var content = content
        let parts: [[UInt8]]
        switch type {
        case "url ": parts = [content.untilZero()]
        case "urn ": parts = [content.untilZero(), content.untilZero()]
        case "alis": return aliasPath(content)
        default: return nil
        }
        let text = parts.filter { !$0.isEmpty }.map { ISOText.text($0) }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// The POSIX path (tag 18) of a Macintosh alias record, else the file's name in its fixed part.
    private static func aliasPath(_ content: ISOFields) -> String? {
        var fields = content
        guard let name = try? fixedName(&fields) else { return nil }
        while let tag = try? fields.i16(), tag != -1, let count = try? fields.u16(),
            let bytes = try? fields.take(Int(count))
        {
            if tag == 18 { return ISOText.text(bytes) }
            try? fields.skip(min(Int(count) & 1, fields.remaining))
        }
        return name.isEmpty ? nil : name
    }

    private static func fixedName(_ fields: inout ISOFields) throws(ISOMediaError) -> String {
        try fields.skip(50)
        let count = Int(try fields.u8())
        let name = try fields.take(63)
        try fields.skip(36)
        return ISOText.text(Array(name.prefix(count)))
    }
}
