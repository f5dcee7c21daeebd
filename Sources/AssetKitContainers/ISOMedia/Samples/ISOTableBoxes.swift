package import AssetKitBase

/// Where the boxes of a movie header are that list its samples.
package struct ISOTableBoxes: Sendable {
    /// Where the types of the boxes stand.
    package private(set) var typePlaces: [Int64] = []
    /// How many bytes the boxes have together.
    package private(set) var byteCount: Int64 = 0
    /// The boxes list all samples, and of each track no more than one range of them is presented.
    package private(set) var isPlain = true

    private static let types: Set<ISOCode> = [
        "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stps", "sdtp", "sbgp",
    ]

    /// Looks for the boxes in the first movie header of a file; there are none where that has none.
    package init(_ window: ByteWindow) throws {
        let context = ISOReadingContext(window, limits: ISOLimits())
        var offset: Int64 = 0
        let limit = window.length ?? ISOBox.farthest
        while let box = try context.box(at: offset, limit: limit), box.size >= Int64(box.headerSize) {
            guard box.type == "moov" else {
                offset = box.end
                continue
            }
            try note(["trak", "mdia", "minf", "stbl"], in: box, context)
            try noteEdits(in: box, context)
            return
        }
    }

    private mutating func noteEdits(in movie: ISOBox, _ context: ISOReadingContext) throws {
        for box in try context.boxes(in: movie.content, of: movie.type) {
            if box.type == "mvex" { isPlain = false }
            guard box.type == "trak" else { continue }
            for child in try context.boxes(in: box.content, of: box.type) where child.type == "edts" {
                for list in try context.boxes(in: child.content, of: child.type) where list.type == "elst" {
                    let edits = try context.attempt("elst") {
                        try ISOEditList(context.content(of: list), limit: context.limits.editsPerTrack)
                    }
                    isPlain = isPlain && (edits.map { $0.edits.count { !$0.isEmpty } <= 1 } ?? false)
                }
            }
        }
    }

    /// Notes what lies at the end of a path of boxes.
    private mutating func note(_ path: ArraySlice<ISOCode>, in parent: ISOBox, _ context: ISOReadingContext) throws {
        for box in try context.boxes(in: parent.content, of: parent.type) {
            if let next = path.first {
                if box.type == next { try note(path.dropFirst(), in: box, context) }
            } else if Self.types.contains(box.type) {
                typePlaces.append(box.offset + 4)
                byteCount += box.size
            }
        }
    }
}
