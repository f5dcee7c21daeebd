/// Finds the boxes that hold codec headers in an MP4 or MOV file, and the samples: as much as the tests need.
struct BoxWalker {
    struct Box {
        let type: String
        let payload: ArraySlice<UInt8>

        /// The box at the end of a path of names.
        func descendant(_ path: String...) -> Box? {
            path.reduce(Optional(self)) { (parent: Box?, name: String) -> Box? in
                parent.flatMap { BoxWalker.children(of: $0.payload).first { $0.type == name } }
            }
        }
    }

    struct Track {
        let box: Box

        /// The first sample entry.
        var sampleEntry: SampleEntry? {
            guard let table = box.descendant("mdia", "minf", "stbl", "stsd"), table.payload.count > 8 else {
                return nil
            }
            return BoxWalker.children(of: table.payload.dropFirst(8)).first.map {
                SampleEntry(type: $0.type, payload: $0.payload)
            }
        }
    }

    struct SampleEntry {
        let type: String
        let payload: ArraySlice<UInt8>

        /// The payload of a box inside the entry, found by its name: entries differ in what comes before.
        func box(_ name: String) -> ArraySlice<UInt8>? {
            let letters = Array(name.utf8)
            guard payload.count >= 8 else { return nil }
            for index in payload.startIndex + 4...payload.endIndex - 4
            where payload[index] == letters[0] && payload[index..<index + 4].elementsEqual(letters) {
                let size = BoxWalker.number(payload[index - 4..<index])
                guard size >= 8, index - 4 + size <= payload.endIndex else { continue }
                return payload[index + 4..<index - 4 + size]
            }
            return nil
        }
    }

    static func tracks(of file: ArraySlice<UInt8>) -> [Track] {
        guard let movie = children(of: file).first(where: { $0.type == "moov" }) else { return [] }
        return children(of: movie.payload).filter { $0.type == "trak" }.map(Track.init)
    }

    static func children(of bytes: ArraySlice<UInt8>) -> [Box] {
        var boxes: [Box] = []
        var rest = bytes
        while rest.count >= 8 {
            var size = number(rest.prefix(4))
            var header = 8
            if size == 1, rest.count >= 16 {
                size = number(rest.dropFirst(8).prefix(8))
                header = 16
            }
            if size == 0 { size = rest.count }
            guard size >= header, size <= rest.count else { break }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            boxes.append(Box(type: type, payload: rest.prefix(size).dropFirst(header)))
            rest = rest.dropFirst(size)
        }
        return boxes
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { ($0 &<< 8) | Int($1) }
    }
}

extension BoxWalker.Track {
    /// The samples of the track, as ranges of the file; of a fragmented file, none.
    func samples(fileSize: Int) -> [Range<Int>] {
        guard
            let table = box.descendant("mdia", "minf", "stbl"),
            let sizes = table.descendant("stsz").map({ numbers($0, width: 4, skipping: 4) }),
            let chunks = table.descendant("stco").map({ numbers($0, width: 4) })
                ?? table.descendant("co64").map({ numbers($0, width: 8) }),
            let runs = table.descendant("stsc").map({ numbers($0, width: 4) })
        else { return [] }
        var samples: [Range<Int>] = []
        var run = 0
        for (index, chunk) in chunks.enumerated() {
            // Three numbers a run: its first chunk, samples in each chunk, description.
            while run + 3 < runs.count, runs[run + 3] <= index + 1 { run += 3 }
            guard run + 1 < runs.count else { break }
            var offset = chunk
            for _ in 0..<runs[run + 1] where samples.count < sizes.count {
                let end = offset + sizes[samples.count]
                guard end <= fileSize else { return samples }
                samples.append(offset..<end)
                offset = end
            }
        }
        return samples
    }

    /// The numbers of a table after version, flags, what is to be skipped, and the count.
    private func numbers(_ box: BoxWalker.Box, width: Int, skipping skipped: Int = 0) -> [Int] {
        let entries = box.payload.dropFirst(4 + skipped + 4)
        return stride(from: 0, to: entries.count / width * width, by: width).map { offset in
            BoxWalker.number(entries.dropFirst(offset).prefix(width))
        }
    }
}
