internal import AssetKitBitstream

/// Bytes of a Matroska file that wait to be written: clusters that are complete, and behind them the one that is being filled.
struct MatroskaPendingBytes {
    private var bytes: [UInt8] = []
    /// Where the open cluster begins, and how long its head is.
    private var clusterStart: Int?
    private var clusterHead = 0
    private(set) var clusterTicks: Int64 = 0

    /// A cluster is being filled.
    var isOpen: Bool { clusterStart != nil }

    /// How many bytes are complete.
    var completeCount: Int { clusterStart ?? bytes.count }

    /// How many bytes the open cluster has, and how many of them are behind its head.
    var clusterCount: Int { bytes.count - completeCount }
    var contentCount: Int { clusterCount - clusterHead }

    mutating func begin(at ticks: Int64) {
        clusterTicks = ticks
        clusterStart = bytes.count
        // The head has a fixed length, so that places in the cluster are known before its size is.
        bytes.appendElementHead(MatroskaID.cluster, count: 0, sizeLength: 8)
        clusterHead = clusterCount
        var time = EBMLBytes()
        time.add(MatroskaID.timestamp, unsigned: UInt64(max(0, ticks)))
        bytes += time.bytes
    }

    /// Completes the open cluster, and answers how long it is.
    mutating func close() -> Int {
        guard let start = clusterStart else { return 0 }
        let size = EBMLBytes.head(MatroskaID.cluster, count: contentCount, sizeLength: 8)
        bytes.replaceSubrange(start..<start + clusterHead, with: size)
        clusterStart = nil
        return bytes.count - start
    }

    /// Lends the first bytes.
    func withBytes(_ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
        clusterStart = clusterStart.map { $0 - count }
    }

    /// Adds a block to the cluster.
    mutating func append(_ block: MatroskaFileWriter.Block, _ head: [UInt8], _ data: UnsafeRawBufferPointer) {
        let count = (block.track < 127 ? 1 : 2) + 3 + head.count + data.count
        if block.durationTicks == nil, block.discardPadding == nil, block.additions.isEmpty {
            bytes.appendElementHead(MatroskaID.simpleBlock, count: count)
            append(block, flags: (block.isKey ? 0x80 : 0) | (block.isDisposable ? 1 : 0), head, data)
            return
        }
        var tail = EBMLBytes()
        tail.addUnlessEmpty(MatroskaID.blockAdditions) { list in
            for addition in block.additions {
                list.add(MatroskaID.blockMore) { more in
                    more.add(MatroskaID.blockAddID, unsigned: addition.number)
                    more.add(MatroskaID.blockAdditional, binary: addition.bytes)
                }
            }
        }
        if let duration = block.durationTicks { tail.add(MatroskaID.blockDuration, unsigned: duration) }
        // A reference marks the sample as no key frame; readers do not ask which sample it refers to.
        if !block.isKey { tail.add(MatroskaID.referenceBlock, signed: -1) }
        if let padding = block.discardPadding { tail.add(MatroskaID.discardPadding, signed: padding) }
        let inner = EBMLBytes.head(MatroskaID.block, count: count)
        bytes.appendElementHead(MatroskaID.blockGroup, count: inner.count + count + tail.bytes.count)
        bytes += inner
        append(block, flags: 0, head, data)
        bytes += tail.bytes
    }

    /// The block itself: its track, its time in the cluster and its flags before the bytes.
    private mutating func append(
        _ block: MatroskaFileWriter.Block,
        flags: UInt8,
        _ head: [UInt8],
        _ data: UnsafeRawBufferPointer
    ) {
        if block.track < 127 {
            bytes.append(0x80 | UInt8(block.track))
        } else {
            bytes.append(0x40 | UInt8(block.track >> 8 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: block.track))
        }
        let time = UInt16(bitPattern: Int16(clamping: block.ticks - clusterTicks))
        bytes.append(UInt8(time >> 8))
        bytes.append(UInt8(truncatingIfNeeded: time))
        bytes.append(flags)
        if !head.isEmpty { bytes += head }
        bytes.append(contentsOf: data)
    }
}
