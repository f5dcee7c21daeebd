internal import AssetKitBase
internal import AssetKitBitstream

/// Finds the parts of a file: first in order up to the clusters, then where the seek tables point; where there are no
/// tables, on over the clusters.
struct MatroskaOpener {
    private let window: ByteWindow
    private let limits: MatroskaLimits
    private var file = MatroskaFile()
    /// Where parts were found, so that a table cannot make the same one be read twice.
    private var visited: Set<Int64> = []
    private var found: Set<UInt32> = []
    private var seekHeadCount = 0
    private var elementCount = 0

    init(_ window: ByteWindow, limits: MatroskaLimits) {
        self.window = window
        self.limits = limits
    }

    mutating func open() throws -> MatroskaFile {
        let start = try readHeader()
        try findSegment(from: start)
        let behindFirstCluster = try walk(from: file.segmentOffset, stopsAtCluster: true)
        try followSeekEntries()
        // A table that names none of what usually stands behind the clusters is as good as none.
        let isTableUseful = file.seekEntries.contains { $0.id != MatroskaID.cluster && $0.id != MatroskaID.void }
        if let behindFirstCluster, !isTableUseful { _ = try walk(from: behindFirstCluster, stopsAtCluster: false) }
        return file
    }

    private mutating func readHeader() throws -> Int64 {
        guard let head = try head(at: 0), head.id == MatroskaID.ebml, let size = head.size, let end = head.end else {
            throw MatroskaError.notMatroska
        }
        guard size <= Int64(limits.headerByteCount) else { throw MatroskaError.tooLarge("the EBML header", size) }
        let bytes = try window.available(Int(size), at: head.dataOffset)
        var readVersion = 1
        EBMLNode(id: head.id, bytes: bytes, base: head.dataOffset).forEachChild { child in
            switch child.id {
            case MatroskaID.docType: file.documentType = child.text
            case MatroskaID.docTypeVersion: file.documentVersion = child.int ?? 1
            case MatroskaID.ebmlReadVersion: readVersion = child.int ?? 1
            default: break
            }
            return true
        }
        // Other formats of EBML have no segment; so a damaged name is no reason to refuse what has one.
        if !isNamed { file.problems.add("the document type is '\(file.documentType)'", at: head.dataOffset) }
        guard readVersion <= 1 else { throw MatroskaError.unsupportedVersion(readVersion) }
        return end
    }

    private mutating func findSegment(from start: Int64) throws {
        var offset = start
        // Only fillers and checksums may stand in between.
        for _ in 0..<64 {
            guard let head = try head(at: offset) else { break }
            if head.id == MatroskaID.segment {
                file.segmentOffset = head.dataOffset
                file.segmentEnd = head.end
                if let length = window.length, let end = head.end, end > length {
                    file.problems.add("the file ends \(end - length) bytes before its segment does", at: length)
                    file.isCutOff = true
                    file.segmentEnd = nil
                }
                return
            }
            guard let end = head.end, isInside(end) else { break }
            offset = end
        }
        throw isNamed ? MatroskaError.noSegment : MatroskaError.notMatroska
    }

    private var isNamed: Bool { ["matroska", "webm"].contains(file.documentType) }

    /// Reads elements of the segment in order. The answer is where to go on when the walk stopped at a cluster.
    private mutating func walk(from start: Int64, stopsAtCluster: Bool) throws -> Int64? {
        var offset = start
        while isInside(offset), offset < file.segmentEnd ?? .max {
            guard elementCount < limits.topLevelElementCount else {
                file.isComplete = false
                return nil
            }
            elementCount += 1
            guard let head = try head(at: offset) else {
                if try !window.available(1, at: offset).isEmpty {
                    file.problems.add("bytes are no element", at: offset)
                }
                return nil
            }
            // Another file may follow; it is not part of this one.
            if head.id == MatroskaID.ebml || head.id == MatroskaID.segment { return nil }
            if head.id == MatroskaID.cluster, file.firstClusterOffset == nil { file.firstClusterOffset = offset }
            // What a cluster of unknown size holds is walked over as if it stood in the segment itself.
            let next = head.end ?? head.dataOffset
            if head.id == MatroskaID.cluster {
                if stopsAtCluster { return next }
            } else {
                try read(head)
            }
            offset = next
        }
        return nil
    }

    private mutating func followSeekEntries() throws {
        var index = 0
        while index < file.seekEntries.count {
            let entry = file.seekEntries[index]
            index += 1
            guard entry.id != MatroskaID.cluster, MatroskaID.topLevel.contains(entry.id),
                !visited.contains(entry.offset)
            else { continue }
            guard isInside(entry.offset), let head = try head(at: entry.offset), head.id == entry.id else {
                file.problems.add("the seek table points to something else", at: entry.offset)
                continue
            }
            try read(head)
        }
    }

    private mutating func read(_ head: EBMLHead) throws {
        guard MatroskaID.topLevel.contains(head.id), visited.insert(head.offset).inserted else { return }
        // The first one counts, except for tables and tags, which may come in pieces.
        let mayRepeat = [MatroskaID.seekHead, MatroskaID.tags, MatroskaID.attachments, MatroskaID.cues]
        guard found.insert(head.id).inserted || mayRepeat.contains(head.id) else { return }
        if head.id == MatroskaID.attachments { return try readAttachments(head) }
        guard let node = try node(head) else { return }
        switch head.id {
        case MatroskaID.seekHead: readSeekHead(node)
        case MatroskaID.info: file.info = MatroskaInfo(node, problems: &file.problems)
        case MatroskaID.tracks: readTracks(node)
        case MatroskaID.cues where file.cues == nil:
            file.cues = MatroskaCues(node, origin: file.segmentOffset, limits: limits, problems: &file.problems)
        case MatroskaID.chapters:
            file.editions = MatroskaEdition.list(node, limits: limits, problems: &file.problems)
        case MatroskaID.tags where file.tags.count < limits.tagCount:
            file.tags += MatroskaTag.list(node, limits: limits, problems: &file.problems)
        default: break
        }
    }

    private mutating func readSeekHead(_ node: EBMLNode) {
        seekHeadCount += 1
        guard seekHeadCount <= limits.seekHeadCount else { return }
        let isSound = node.forEachChild { child in
            guard child.id == MatroskaID.seek, file.seekEntries.count < limits.seekEntryCount else { return true }
            var id: UInt64?
            var position: UInt64?
            child.forEachChild { field in
                if field.id == MatroskaID.seekID { id = field.unsigned }
                if field.id == MatroskaID.seekPosition { position = field.unsigned }
                return true
            }
            if let id, let id = UInt32(exactly: id), let position, position <= UInt64(Int64.max - file.segmentOffset) {
                file.seekEntries.append(.init(id: id, offset: file.segmentOffset + Int64(position)))
            }
            return true
        }
        if !isSound { file.problems.add("a seek table is damaged", at: node.offset) }
    }

    private mutating func readTracks(_ node: EBMLNode) {
        let isSound = node.forEachChild { child in
            if child.id == 0xAE { file.tracks.append(MatroskaTrack(child, problems: &file.problems)) }
            return file.tracks.count < limits.trackCount
        }
        if !isSound { file.problems.add("Tracks are damaged", at: node.offset) }
    }

    /// Attachments are walked in the file, because what they hold can be large.
    private mutating func readAttachments(_ head: EBMLHead) throws {
        try forEachChild(of: head) { opener, child in
            guard child.id == MatroskaID.attachedFile else { return true }
            var attachment = MatroskaAttachment()
            try opener.forEachChild(of: child) { opener, field in
                try opener.readField(field, of: &attachment)
                return true
            }
            opener.file.attachments.append(attachment)
            return opener.file.attachments.count < opener.limits.attachmentCount
        }
    }

    private func readField(_ field: EBMLHead, of attachment: inout MatroskaAttachment) throws {
        guard let size = field.size else { return }
        if field.id == MatroskaID.fileData {
            attachment.extent = ByteExtent(offset: field.dataOffset, count: size)
            return
        }
        guard size <= 1 << 16 else { return }
        let node = EBMLNode(
            id: field.id,
            bytes: try window.available(Int(size), at: field.dataOffset),
            base: field.dataOffset
        )
        switch field.id {
        case MatroskaID.fileName: attachment.name = node.text
        case MatroskaID.fileDescription: attachment.text = node.text
        case MatroskaID.fileMediaType: attachment.mimeType = node.text
        case MatroskaID.fileUID: attachment.uniqueNumber = node.unsigned ?? 0
        default: break
        }
    }

    private mutating func forEachChild(
        of parent: EBMLHead,
        _ body: (inout MatroskaOpener, EBMLHead) throws -> Bool
    ) throws {
        var offset = parent.dataOffset
        while offset < parent.end ?? parent.dataOffset, elementCount < limits.topLevelElementCount {
            elementCount += 1
            guard let head = try head(at: offset), let end = head.end, isInside(end), end <= parent.end ?? .max else {
                file.problems.add("an attachment is damaged", at: offset)
                return
            }
            guard try body(&self, head) else { return }
            offset = end
        }
    }

    /// The whole element in memory, as far as the file holds it.
    private mutating func node(_ head: EBMLHead) throws -> EBMLNode? {
        let limit = head.id == MatroskaID.cues ? limits.cuesByteCount : limits.masterByteCount
        guard let size = head.size, size <= Int64(limit) else {
            file.problems.add("an element is too large to read", at: head.offset)
            return nil
        }
        let bytes = try window.available(Int(size), at: head.dataOffset)
        if bytes.count < Int(size) { file.problems.add("the file ends within an element", at: head.offset) }
        return EBMLNode(id: head.id, bytes: bytes, base: head.dataOffset)
    }

    private func head(at offset: Int64) throws -> EBMLHead? {
        guard offset >= 0, offset < .max / 2 else { return nil }
        return EBMLHead(try window.available(12, at: offset)[...], at: offset)
    }

    private func isInside(_ offset: Int64) -> Bool { offset >= 0 && offset <= window.length ?? .max / 2 }
}
