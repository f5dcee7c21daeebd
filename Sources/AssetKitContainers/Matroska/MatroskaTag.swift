/// A group of tags and what they are about.
package struct MatroskaTag: Hashable, Sendable {
    /// One `SimpleTag`, with those that lie in it.
    package struct Simple: Hashable, Sendable {
        package var name = ""
        package var value: TagValue = .text("")
        package var language = "und"
        /// True where this is the one to take in the original language.
        package var isDefault = true
        var children: [Simple] = []

        package init(
            name: String = "",
            value: TagValue = .text(""),
            language: String = "und",
            isDefault: Bool = true,
            children: [Simple] = []
        ) {
            self.name = name
            self.value = value
            self.language = language
            self.isDefault = isDefault
            self.children = children
        }
    }

    /// 50 is the whole (an album, a film), 30 one piece of it; other numbers are finer or coarser.
    package var level: UInt64 = 50
    var levelName: String?
    var trackNumbers: [UInt64] = []
    var editionNumbers: [UInt64] = []
    var chapterNumbers: [UInt64] = []
    var attachmentNumbers: [UInt64] = []
    package var values: [Simple] = []

    /// True when the tags are about the file as a whole, not about a part of it.
    var isGlobal: Bool {
        trackNumbers.isEmpty && editionNumbers.isEmpty && chapterNumbers.isEmpty && attachmentNumbers.isEmpty
    }

    /// Reads `Tags`.
    package static func list(_ node: EBMLNode, limits: MatroskaLimits, problems: inout ProblemList) -> [MatroskaTag] {
        var result: [MatroskaTag] = []
        var room = limits.tagCount
        let isSound = node.forEachChild { child in
            guard child.id == 0x7373 else { return true }
            room -= 1
            result.append(MatroskaTag(child, depth: limits.depth, room: &room))
            return room > 0
        }
        if room <= 0 { problems.add("more tags than are read", at: node.offset) }
        if !isSound { problems.add("Tags are damaged", at: node.offset) }
        return result
    }

    private init(_ node: EBMLNode, depth: Int, room: inout Int) {
        var left = room
        node.forEachChild { child in
            switch child.id {
            case 0x63C0: readTargets(child)
            case 0x67C8: if let value = Simple(child, depth: depth, room: &left) { values.append(value) }
            default: break
            }
            return left > 0
        }
        room = left
    }

    private mutating func readTargets(_ node: EBMLNode) {
        node.forEachChild { child in
            // A target of 0 means all of them.
            let number = child.unsigned.flatMap { $0 == 0 ? nil : $0 }
            switch child.id {
            case 0x68CA: level = child.unsigned ?? 50
            case 0x63CA: levelName = child.text
            case 0x63C5: if let number, trackNumbers.count < 1_024 { trackNumbers.append(number) }
            case 0x63C9: if let number, editionNumbers.count < 1_024 { editionNumbers.append(number) }
            case 0x63C4: if let number, chapterNumbers.count < 1_024 { chapterNumbers.append(number) }
            case 0x63C6: if let number, attachmentNumbers.count < 1_024 { attachmentNumbers.append(number) }
            default: break
            }
            return true
        }
    }
}

extension MatroskaTag.Simple {
    /// nil when there is no more room, or this lies too deep.
    fileprivate init?(_ node: EBMLNode, depth: Int, room: inout Int) {
        guard room > 0, depth > 0 else { return nil }
        room -= 1
        var left = room
        var extendedLanguage: String?
        node.forEachChild { child in
            switch child.id {
            case 0x45A3: name = child.text
            case 0x4487: value = .text(child.text)
            case 0x4485:
                value =
                    child.range.count <= 1 << 16
                    ? .data(child.binary) : .stored(StoredTagData(extent: child.extent))
            case 0x447A: language = child.text
            case 0x447B: extendedLanguage = child.text
            case 0x4484: isDefault = child.flag ?? true
            case 0x67C8:
                if let inner = Self(child, depth: depth - 1, room: &left) { children.append(inner) }
            default: break
            }
            return left > 0
        }
        room = left
        if let extendedLanguage { language = extendedLanguage }
    }

    /// The tag and those in it as entries; the key of an inner one is the path to it: `ARTIST/URL`.
    package func entries(under path: String = "") -> [TagEntry] {
        let key = path.isEmpty ? name : path + "/" + name
        let entry = TagEntry(.matroska, key, value, language: language == "und" ? nil : language)
        return [entry] + children.flatMap { $0.entries(under: key) }
    }
}
