internal import AssetKitBase
internal import AssetKitContainers

/// How far a Matroska file is whole, and where its header has what is known only at the end. Only heads are read.
struct MatroskaWalk {
    /// Where a duration stands, or can: in place of a filler, whose size counts its head too.
    struct DurationPlace {
        var offset: Int64
        var count: Int64
        var isFiller: Bool
    }

    private(set) var segment: EBMLHead
    /// Behind the last sample of which all is there.
    private(set) var end: Int64
    /// The last cluster, where it says that it is longer.
    private(set) var tornCluster: EBMLHead?
    private(set) var hasBlocks = false
    /// The elements of the top level that are no clusters, by their places in the segment.
    private(set) var contents: [(id: UInt32, place: Int64)] = []
    private(set) var info: EBMLHead?
    private(set) var duration: DurationPlace?
    /// The bytes at the beginning that only list what comes, or nothing.
    private(set) var room: Int64 = 0

    private let window: ByteWindow
    private let length: Int64

    init(_ file: MatroskaFile, _ window: ByteWindow) throws {
        self.window = window
        length = window.length ?? 0
        end = file.segmentOffset
        segment = EBMLHead(id: MatroskaID.segment, offset: 0, dataOffset: file.segmentOffset, size: nil)
        // The head of the segment ends where its content begins.
        for start in stride(from: file.segmentOffset - 12, to: file.segmentOffset, by: 1) where start >= 0 {
            guard let head = try head(at: start), head.id == MatroskaID.segment, head.dataOffset == segment.dataOffset
            else { continue }
            segment = head
        }
        try walk()
        try lookAtInfo()
    }

    private func head(at offset: Int64) throws -> EBMLHead? {
        offset < length ? EBMLHead(try window.available(12, at: offset)[...], at: offset) : nil
    }

    private mutating func walk() throws {
        var offset = segment.dataOffset
        var isFront = true
        while let head = try head(at: offset) {
            if head.id == MatroskaID.cluster {
                isFront = false
                guard let next = try enter(head) else { return }
                offset = next
                continue
            }
            guard let next = head.end, next <= length else { return }
            isFront = isFront && [MatroskaID.seekHead, MatroskaID.void].contains(head.id)
            if isFront { room += next - head.offset }
            if MatroskaID.topLevel.contains(head.id) { contents.append((head.id, head.offset - segment.dataOffset)) }
            if head.id == MatroskaID.info { info = head }
            (offset, end) = (next, next)
        }
    }

    /// Where the next element of the top level begins; nil behind a cluster that is torn.
    private mutating func enter(_ cluster: EBMLHead) throws -> Int64? {
        if let next = cluster.end, next <= length {
            (end, hasBlocks) = (next, true)
            return next
        }
        var offset = cluster.dataOffset
        while let child = try head(at: offset), !MatroskaID.topLevel.contains(child.id) {
            guard let next = child.end, next <= length else { break }
            if [MatroskaID.simpleBlock, MatroskaID.blockGroup].contains(child.id) {
                (end, hasBlocks) = (next, true)
                tornCluster = cluster.size == nil ? nil : cluster
            }
            offset = next
        }
        guard let child = try head(at: offset), MatroskaID.topLevel.contains(child.id), cluster.size == nil else {
            return nil
        }
        return offset
    }

    private mutating func lookAtInfo() throws {
        guard let info, let infoEnd = info.end else { return }
        var offset = info.dataOffset
        while offset < infoEnd, let child = try head(at: offset), let next = child.end {
            if child.id == 0x4489, let size = child.size, size == 4 || size == 8 {
                duration = DurationPlace(offset: child.dataOffset, count: size, isFiller: false)
                return
            }
            let count = next - child.offset
            if child.id == MatroskaID.void, count == 11 || count >= 13 {
                duration = DurationPlace(offset: child.offset, count: count, isFiller: true)
            }
            offset = next
        }
    }
}
