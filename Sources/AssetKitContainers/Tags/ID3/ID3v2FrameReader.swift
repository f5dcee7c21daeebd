/// Goes through the frames of a tag or of a chapter.
struct ID3v2FrameReader {
    let body: ID3Body
    let version: Int
    let limits: TagLimits
    var depth = 0
    var entries: [TagEntry] = []
    var chapters: [TagChapter] = []
    var contentsTables: [ID3v2Tag.ContentsTable] = []
    var problems: [String] = []

    init(_ body: ID3Body, version: Int, limits: TagLimits) {
        self.body = body
        self.version = version
        self.limits = limits
    }

    /// One frame: its name, and where its content lies in the body.
    struct Frame {
        var name: String
        var position: Int
        var count: Int
        var form: StoredTagData.Form
    }

    private var headByteCount: Int { version == 2 ? 6 : 10 }

    mutating func readAll(startingAt start: Int, end: Int? = nil) throws {
        var position = start
        let end = min(end ?? body.count, body.count)
        while position + headByteCount <= end, entries.count < limits.entryCount {
            let head = try body.read(headByteCount, at: position)
            // Zeros up to the end are padding.
            guard head.count == headByteCount, head[0] != 0 else { break }
            guard Self.isName(head.prefix(version == 2 ? 3 : 4)) else {
                problems.append("what should be a frame has no name")
                break
            }
            guard let size = try frameSize(head, at: position, end: end), position + headByteCount + size <= end else {
                problems.append("a frame is longer than its tag")
                break
            }
            if let frame = try frame(head, at: position, size: size) { try readContent(frame) }
            position += headByteCount + size
        }
    }

    private func frameSize(_ head: [UInt8], at position: Int, end: Int) throws -> Int? {
        if version == 2 { return head[3..<6].reduce(0) { $0 << 8 | Int($1) } }
        let plain = head[4..<8].reduce(0) { $0 << 8 | Int($1) }
        guard version == 4, plain >= 0x80 else { return plain }
        guard let safe = ID3v2Header.syncSafe(head[4..<8]) else { return plain }
        // An old iTunes wrote plain sizes into version 2.4. The right reading is the one that ends at a frame.
        if try isFrameStart(position + headByteCount + safe, end: end) { return safe }
        return try isFrameStart(position + headByteCount + plain, end: end) ? plain : safe
    }

    private func isFrameStart(_ position: Int, end: Int) throws -> Bool {
        guard position < end else { return position == end }
        let name = try body.read(4, at: position)
        return name.allSatisfy { $0 == 0 } || Self.isName(name)
    }

    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        // Programs that upgrade a three-letter name fill it up with a space or a zero.
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || $0 == 0x20 || $0 == 0 }
            && (bytes.first.map { (0x41...0x5a).contains($0) } ?? false)
    }

    /// Takes off what the frame's flags put in front of its content.
    private func frame(_ head: [UInt8], at position: Int, size: Int) throws -> Frame? {
        let nameCount = version == 2 ? 3 : 4
        var frame = Frame(
            name: TagText.unpadded(TagText.latin1(head.prefix(nameCount))),
            position: position + headByteCount,
            count: size,
            form: []
        )
        guard version > 2 else { return frame }
        let flags = head[9]
        var extra = 0
        if version == 3 {
            if flags & 0x80 != 0 { frame.form.insert(.compressed) }
            if flags & 0x40 != 0 { frame.form.insert(.encrypted) }
            extra = (flags & 0x80 != 0 ? 4 : 0) + (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x20 != 0 ? 1 : 0)
        } else {
            if flags & 0x08 != 0 { frame.form.insert(.compressed) }
            if flags & 0x04 != 0 { frame.form.insert(.encrypted) }
            if flags & 0x02 != 0 { frame.form.insert(.unsynchronised) }
            extra = (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x04 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)
        }
        guard extra <= size else { return nil }
        frame.position += extra
        frame.count -= extra
        return frame
    }

    /// The content of a frame, up to `limit` bytes of it, with unsynchronisation undone.
    func content(_ frame: Frame, limit: Int) throws -> [UInt8] {
        let bytes = try body.read(min(frame.count, limit), at: frame.position)
        return frame.form.contains(.unsynchronised) ? ID3Unsynchronisation.undone(bytes).bytes : bytes
    }

    /// Where the rest of a frame lies that begins `skipped` bytes into its content.
    func stored(_ frame: Frame, skipping skipped: Int) throws -> StoredTagData {
        var offset = skipped
        if frame.form.contains(.unsynchronised) {
            // Count the zeros that were taken out in front of it.
            let raw = try body.read(min(frame.count, skipped * 2 + 2), at: frame.position)
            let removals = ID3Unsynchronisation.undone(raw).removals
            offset += removals.count { $0 <= skipped }
        }
        let count = max(0, frame.count - offset)
        var result = body.stored(count, at: frame.position + min(offset, frame.count))
        result.form.formUnion(frame.form)
        return result
    }

    func stored(whole frame: Frame) -> StoredTagData {
        var result = body.stored(frame.count, at: frame.position)
        result.form.formUnion(frame.form)
        return result
    }
}
