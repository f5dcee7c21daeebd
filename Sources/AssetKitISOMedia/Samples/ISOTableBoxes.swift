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

    /// How many bytes the first movie header of a file has; nil where there is none. Nothing but the heads of boxes is read,
    /// so that it costs little to learn that the header is small.
    package static func headerByteCount(in source: any AKByteSource) throws -> Int64? {
        guard let length = try source.seekableLength else { return nil }
        var offset: Int64 = 0
        for _ in 0..<outermostCount where offset < length {
            let count = min(Int64(ISOBoxHeader.largest), length - offset)
            let head = try bytes(Int(count), at: offset, in: source)
            guard let header = ISOBoxHeader(ISOFields(head, of: "head"), remaining: length - offset),
                header.size >= Int64(header.headerSize)
            else { return nil }
            if header.type == "moov" { return header.size }
            offset = offset.addingClamped(header.size)
        }
        return nil
    }

    /// More boxes stand before no movie header.
    private static let outermostCount = 256

    private static func bytes(_ count: Int, at offset: Int64, in source: any AKByteSource) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try source.read(at: offset + Int64(filled), into: rest)
                guard read > 0, read <= rest.count else { return }
                filled += read
            }
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
