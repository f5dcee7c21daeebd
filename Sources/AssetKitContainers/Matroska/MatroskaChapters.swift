internal import CMTimeLib

/// One way to divide the file into chapters; a file can have several.
package struct MatroskaEdition: Sendable {
    package var uniqueNumber: UInt64?
    package var isHidden = false
    package var isDefault = false
    /// Chapters say in which order to play parts, which need not be the order in the file.
    var isOrdered = false
    package var titles: [TagChapter.Title] = []
    /// All chapters in the file's order, those that lie in others behind them with a higher `level`.
    package var chapters: [TagChapter] = []

    /// Reads `Chapters`.
    package static func list(_ node: EBMLNode, limits: MatroskaLimits, problems: inout ProblemList) -> [MatroskaEdition]
    {
        var result: [MatroskaEdition] = []
        var room = limits.chapterCount
        let isSound = node.forEachChild { child in
            guard child.id == 0x45B9 else { return true }
            room -= 1
            result.append(MatroskaEdition(child, depth: limits.depth, room: &room))
            return room > 0
        }
        if room <= 0 { problems.add("more chapters than are read", at: node.offset) }
        if !isSound { problems.add("Chapters are damaged", at: node.offset) }
        return result
    }

    private init(_ node: EBMLNode, depth: Int, room: inout Int) {
        var left = room
        node.forEachChild { child in
            switch child.id {
            case 0x45BC: uniqueNumber = child.unsigned
            case 0x45BD: isHidden = child.flag ?? false
            case 0x45DB: isDefault = child.flag ?? false
            case 0x45DD: isOrdered = child.flag ?? false
            case 0x4520:
                child.forEachChild { grandchild in
                    if grandchild.id == 0x4521, titles.count < 64 { titles.append(.init(text: grandchild.text)) }
                    return true
                }
            case 0xB6: addChapter(child, level: 0, depth: depth, room: &left)
            default: break
            }
            return left > 0
        }
        room = left
    }

    private mutating func addChapter(_ node: EBMLNode, level: Int, depth: Int, room: inout Int) {
        guard room > 0 else { return }
        room -= 1
        let index = chapters.count
        chapters.append(TagChapter(identifier: "", start: .zero))
        var chapter = TagChapter(identifier: "", start: .zero)
        chapter.level = level
        var left = room
        node.forEachChild { child in
            if child.id == 0xB6 {
                if level + 1 < depth { addChapter(child, level: level + 1, depth: depth, room: &left) }
            } else {
                chapter.readMatroska(child)
            }
            return left > 0
        }
        room = left
        if chapter.identifier.isEmpty { chapter.identifier = chapter.uniqueNumber.map { String($0) } ?? "" }
        chapters[index] = chapter
    }
}

extension TagChapter {
    /// Takes over one element of a `ChapterAtom`.
    fileprivate mutating func readMatroska(_ child: EBMLNode) {
        switch child.id {
        case 0x73C4: uniqueNumber = child.unsigned
        case 0x5654: identifier = child.text
        case 0x91: start = MatroskaClock.time(nanoseconds: child.unsigned ?? 0)
        case 0x92: end = child.unsigned.map { MatroskaClock.time(nanoseconds: $0) }
        case 0x98: isHidden = child.flag ?? false
        case 0x4598: isEnabled = child.flag ?? true
        case 0x6E67: linkedSegment = child.binary
        case 0x8F:
            child.forEachChild { track in
                if track.id == 0x89, let number = track.unsigned, trackNumbers.count < 1_024 {
                    trackNumbers.append(number)
                }
                return true
            }
        case 0x80: readMatroskaDisplay(child)
        default: break
        }
    }

    private mutating func readMatroskaDisplay(_ node: EBMLNode) {
        guard titles.count < 256 else { return }
        var text: String?
        var language: String?
        var extendedLanguage: String?
        node.forEachChild { child in
            switch child.id {
            case 0x85: text = child.text
            case 0x437C: language = language ?? child.text
            case 0x437D: extendedLanguage = extendedLanguage ?? child.text
            default: break
            }
            return true
        }
        // Without a language the format means English.
        titles.append(Title(text: text ?? "", language: extendedLanguage ?? language ?? "eng"))
    }
}
