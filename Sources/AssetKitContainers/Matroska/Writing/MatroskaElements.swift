/// Elements of the top level that say something about a file: tags, chapters, attachments.
package enum MatroskaElements {
    /// A tag: its name, its value, its language.
    package struct Tag {
        package var name: String
        package var value: String
        package var language: String?

        package init(name: String, value: String, language: String? = nil) {
            self.name = name
            self.value = value
            self.language = language
        }
    }

    package struct Chapter {
        /// Nanoseconds.
        package var start: UInt64
        package var end: UInt64
        package var titles: [(text: String, language: String)]

        package init(start: UInt64, end: UInt64, titles: [(text: String, language: String)]) {
            self.start = start
            self.end = end
            self.titles = titles
        }
    }

    package struct Attachment {
        package var name: String
        package var mimeType: String
        package var data: [UInt8]

        package init(name: String, mimeType: String, data: [UInt8]) {
            self.name = name
            self.mimeType = mimeType
            self.data = data
        }
    }

    /// Tags of the whole file, and of tracks by their numbers; nil where there are none.
    package static func tags(_ file: [Tag], tracks: [(number: UInt64, tags: [Tag])]) -> EBMLBytes? {
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

    package static func chapters(_ chapters: [Chapter]) -> EBMLBytes? {
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

    package static func attachments(_ attachments: [Attachment]) -> EBMLBytes? {
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
