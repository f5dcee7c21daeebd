/// Elements of the top level that say something about a file: tags, chapters, attachments.
enum MatroskaElements {
    /// A tag: its name, its value, its language.
    struct Tag {
        var name: String
        var value: String
        var language: String?
    }

    struct Chapter {
        /// Nanoseconds.
        var start: UInt64
        var end: UInt64
        var titles: [(text: String, language: String)]
    }

    struct Attachment {
        var name: String
        var mimeType: String
        var data: [UInt8]
    }

    /// Tags of the whole file, and of tracks by their numbers; nil where there are none.
    static func tags(_ file: [Tag], tracks: [(number: UInt64, tags: [Tag])]) -> EBMLBytes? {
        let tracks = tracks.filter { !$0.tags.isEmpty }
        guard !file.isEmpty || !tracks.isEmpty else { return nil }
        var bytes = EBMLBytes()
        bytes.add(MatroskaID.tags) { list in
            if !file.isEmpty { add(file, track: nil, to: &list) }
            for (number, tags) in tracks { add(tags, track: number, to: &list) }
        }
        return bytes
    }

    private static func add(_ tags: [Tag], track: UInt64?, to list: inout EBMLBytes) {
        list.add(0x7373) { tag in
            tag.add(0x63C0) { targets in
                targets.add(0x68CA, unsigned: 50)
                if let track { targets.add(0x63C5, unsigned: track) }
            }
            for entry in tags {
                tag.add(0x67C8) { simple in
                    simple.add(0x45A3, text: entry.name)
                    // Three letters are of the old list of languages, all else is a tag of the newer one.
                    if let language = entry.language {
                        simple.add(0x447A, text: language.count == 3 ? language : "und")
                        if language.count != 3 { simple.add(0x447B, text: language) }
                    }
                    simple.add(0x4487, text: entry.value)
                }
            }
        }
    }

    static func chapters(_ chapters: [Chapter]) -> EBMLBytes? {
        guard !chapters.isEmpty else { return nil }
        var bytes = EBMLBytes()
        bytes.add(MatroskaID.chapters) { list in
            list.add(0x45B9) { edition in
                edition.add(0x45BC, unsigned: 1)
                edition.add(0x45DB, flag: true)
                for (index, chapter) in chapters.enumerated() {
                    edition.add(0xB6) { atom in
                        atom.add(0x73C4, unsigned: UInt64(index + 1))
                        atom.add(0x91, unsigned: chapter.start)
                        atom.add(0x92, unsigned: chapter.end)
                        for title in chapter.titles { add(title, to: &atom) }
                    }
                }
            }
        }
        return bytes
    }

    private static func add(_ title: (text: String, language: String), to atom: inout EBMLBytes) {
        atom.add(0x80) { display in
            display.add(0x85, text: title.text)
            display.add(0x437C, text: title.language.count == 3 ? title.language : "und")
            if title.language.count != 3 { display.add(0x437D, text: title.language) }
        }
    }

    static func attachments(_ attachments: [Attachment]) -> EBMLBytes? {
        guard !attachments.isEmpty else { return nil }
        var bytes = EBMLBytes()
        bytes.add(MatroskaID.attachments) { list in
            for (index, attachment) in attachments.enumerated() {
                list.add(0x61A7) { file in
                    file.add(0x466E, text: attachment.name)
                    file.add(0x4660, text: attachment.mimeType)
                    file.add(0x46AE, unsigned: UInt64(index + 1))
                    file.add(0x465C, binary: attachment.data)
                }
            }
        }
        return bytes
    }
}
