package import AssetKitBase

/// Goes through the clusters of a file from block to block and reads nothing but their heads.
package struct MatroskaBlockReader {
    private let window: ByteWindow
    private let limits: MatroskaLimits
    private let segmentEnd: Int64
    private var offset: Int64
    private var clusterOffset: Int64 = 0
    /// The end of the cluster; nil outside of one and where its size is unknown.
    private var clusterEnd: Int64?
    private var clusterTicks: Int64?
    private var resyncCount = 0
    package private(set) var problems = ProblemList()
    /// So far all was as every writer has it, so that no two readers can disagree about it.
    package private(set) var isRegular = true

    /// Starts at the first cluster, or at `offset`, where a cluster must begin.
    package init(_ file: MatroskaFile, window: ByteWindow, from offset: Int64? = nil, limits: MatroskaLimits = .init())
    {
        self.window = window
        self.limits = limits
        segmentEnd = min(file.segmentEnd ?? .max, window.length ?? .max / 2)
        self.offset = offset ?? file.firstClusterOffset ?? .max
    }

    /// There is no more, because the segment ends here.
    package var isAtEnd: Bool { offset == segmentEnd }

    /// The next block, or nil behind the last one.
    package mutating func next() throws -> MatroskaBlock? {
        while offset < segmentEnd {
            if let end = clusterEnd, offset >= end { clusterEnd = nil }
            guard let head = try head(at: offset) else {
                guard try resync() else { return nil }
                continue
            }
            switch head.id {
            case MatroskaID.ebml, MatroskaID.segment: return nil
            case MatroskaID.cluster: enter(head)
            case MatroskaID.timestamp:
                isRegular = isRegular && clusterEnd != nil && clusterTicks == nil
                clusterTicks = try number(head).flatMap { Int64(exactly: $0) }
                leave(head)
            case MatroskaID.simpleBlock:
                isRegular = isRegular && clusterEnd != nil
                leave(head)
                if let block = try simpleBlock(head) { return block }
            case MatroskaID.blockGroup:
                isRegular = isRegular && clusterEnd != nil
                leave(head)
                if let block = try group(head) { return block }
            default:
                guard head.size != nil || MatroskaID.topLevel.contains(head.id) else {
                    guard try resync() else { return nil }
                    continue
                }
                isRegular = isRegular && isKnown(head.id)
                leave(head)
            }
        }
        return nil
    }

    /// What may stand between blocks, or between clusters, and changes nothing about them.
    private func isKnown(_ id: UInt32) -> Bool {
        clusterEnd == nil
            ? [MatroskaID.void, MatroskaID.checksum, MatroskaID.cues, MatroskaID.tags].contains(id)
            : [MatroskaID.void, MatroskaID.checksum, MatroskaID.position, MatroskaID.previousSize].contains(id)
    }

    private mutating func enter(_ head: EBMLHead) {
        clusterOffset = head.offset
        clusterEnd = head.end
        clusterTicks = nil
        isRegular = isRegular && head.size != nil && head.end ?? .max <= segmentEnd
        offset = head.dataOffset
    }

    /// Goes on behind an element. One that claims to reach beyond its cluster is believed only as far as the cluster.
    private mutating func leave(_ head: EBMLHead) {
        offset = head.end ?? head.dataOffset
        guard let clusterEnd, head.offset < clusterEnd, offset > clusterEnd else { return }
        problems.add("an element reaches beyond its cluster", at: head.offset)
        offset = clusterEnd
    }

    private mutating func simpleBlock(_ head: EBMLHead) throws -> MatroskaBlock? {
        guard var block = try block(head) else { return nil }
        block.block.isKeyframe = block.flags & 0x80 != 0
        block.block.isDiscardable = block.flags & 0x01 != 0
        return block.block
    }

    private mutating func group(_ head: EBMLHead) throws -> MatroskaBlock? {
        var result: MatroskaBlock?
        var duration: UInt64?
        var padding: Int64?
        var hasReference = false
        var additions: [UInt64] = []
        var position = head.dataOffset
        let end = min(head.end ?? head.dataOffset, clusterEnd ?? .max, segmentEnd)
        for _ in 0..<limits.groupElementCount where position < end {
            guard let child = try self.head(at: position), let childEnd = child.end, childEnd <= end else {
                problems.add("a block group is damaged", at: position)
                break
            }
            switch child.id {
            case MatroskaID.block:
                isRegular = isRegular && result == nil
                result = try block(child)?.block
            case MatroskaID.blockDuration: duration = try number(child)
            case MatroskaID.referenceBlock: hasReference = true
            case MatroskaID.discardPadding: padding = try node(child)?.signed
            case MatroskaID.blockAdditions: additions = try self.additions(child, until: childEnd)
            case MatroskaID.void, MatroskaID.checksum: break
            default: isRegular = false
            }
            position = childEnd
        }
        // A block that refers to no other is one to start at.
        result?.isKeyframe = !hasReference
        result?.durationTicks = duration.flatMap { Int64(exactly: $0) }
        result?.discardPadding = padding
        result?.additions = additions
        return result
    }

    /// The numbers of what goes with a block. Their content is not read.
    private mutating func additions(_ head: EBMLHead, until end: Int64) throws -> [UInt64] {
        var numbers: [UInt64] = []
        var position = head.dataOffset
        for _ in 0..<limits.groupElementCount where position < end {
            guard let child = try self.head(at: position), let childEnd = child.end, childEnd <= end else { break }
            if child.id == MatroskaID.blockMore { numbers.append(try number(ofAddition: child, until: childEnd)) }
            position = childEnd
        }
        return numbers
    }

    /// 1 where it is not said.
    private func number(ofAddition head: EBMLHead, until end: Int64) throws -> UInt64 {
        var position = head.dataOffset
        for _ in 0..<4 where position < end {
            guard let child = try self.head(at: position), let childEnd = child.end, childEnd <= end else { break }
            if child.id == MatroskaID.blockAddID { return try number(child) ?? 1 }
            position = childEnd
        }
        return 1
    }

    private mutating func block(_ head: EBMLHead) throws -> (block: MatroskaBlock, flags: UInt8)? {
        guard let size = head.size, let end = head.end, end <= segmentEnd, end <= clusterEnd ?? .max else {
            problems.add("a block is cut off", at: head.offset)
            return nil
        }
        let prefix = try window.prefix(at: head.dataOffset).prefix(Int(min(size, 12)))
        guard let fields = MatroskaBlockHead.fields(prefix), let clusterTicks else {
            problems.add("a block has no time", at: head.offset)
            return nil
        }
        let (ticks, overflows) = clusterTicks.addingReportingOverflow(Int64(fields.relativeTicks))
        let payload = ByteExtent(
            offset: head.dataOffset + Int64(fields.length),
            count: size - Int64(fields.length)
        )
        guard !overflows, payload.count >= 0, let frames = try frames(of: payload, flags: fields.flags) else {
            problems.add("a block is damaged", at: head.offset)
            return nil
        }
        let block = MatroskaBlock(
            trackNumber: fields.trackNumber,
            ticks: ticks,
            isKeyframe: false,
            isInvisible: fields.flags & 0x08 != 0,
            clusterOffset: clusterOffset,
            offset: head.dataOffset,
            frames: frames
        )
        return (block, fields.flags)
    }

    private func frames(of payload: ByteExtent, flags: UInt8) throws -> MatroskaFrames? {
        let kind = flags >> 1 & 3
        guard kind != 0 else { return MatroskaFrames(payload) }
        // A table has up to 255 entries, mostly of a byte or two; one of Xiph's grows with its frame's size.
        var laces: (sizes: [Int64], length: Int)?
        for limit: Int64 in [1 << 10, 1 << 16] where laces == nil {
            let table = try window.available(Int(min(payload.count, limit)), at: payload.offset)
            laces = MatroskaBlockHead.laces(table[...], kind: kind, total: payload.count)
        }
        guard let (sizes, length) = laces else { return nil }
        var position = payload.offset + Int64(length)
        let frames = sizes.map { size in
            defer { position += size }
            return ByteExtent(offset: position, count: size)
        }
        return frames.first.map { MatroskaFrames($0, others: Array(frames.dropFirst())) }
    }

    /// Finds the next cluster behind bytes that are no element. Each byte is looked at once.
    private mutating func resync() throws -> Bool {
        problems.add("bytes are no element", at: offset)
        resyncCount += 1
        clusterEnd = nil
        guard resyncCount <= limits.resyncCount else { return false }
        let end = min(segmentEnd, offset + limits.resyncByteCount)
        var start = offset + 1
        while start < end {
            let chunk = try window.available(1 << 16, at: start)
            guard chunk.count >= 4 else { return false }
            for index in 0..<chunk.count - 3 where chunk[index] == 0x1F {
                guard chunk[index + 1] == 0x43, chunk[index + 2] == 0xB6, chunk[index + 3] == 0x75 else { continue }
                offset = start + Int64(index)
                return offset < end
            }
            start += Int64(chunk.count - 3)
        }
        return false
    }

    private func number(_ head: EBMLHead) throws -> UInt64? { try node(head)?.unsigned }

    private func node(_ head: EBMLHead) throws -> EBMLNode? {
        guard let size = head.size, size <= 8 else { return nil }
        let bytes = try window.available(Int(size), at: head.dataOffset)
        guard bytes.count == Int(size) else { return nil }
        return EBMLNode(id: head.id, bytes: bytes, base: head.dataOffset)
    }

    private func head(at offset: Int64) throws -> EBMLHead? {
        EBMLHead(try window.prefix(at: offset), at: offset)
    }
}
