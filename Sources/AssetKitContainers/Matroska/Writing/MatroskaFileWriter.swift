package import AssetKitBase
internal import AssetKitBitstream
package import Foundation

/// Writes a Matroska file: header, clusters, cues. Times are ticks of a millisecond. Not Sendable: one stage owns it.
///
/// What comes before the clusters leaves room for a table of contents, which is filled in at the end. A stream has none, and
/// no cues: its segment has no size, and ends where the stream does.
package final class MatroskaFileWriter {
    /// A sample on its way into a cluster.
    package struct Block {
        package var track: UInt64
        package var ticks: Int64
        package var isKey = false
        /// No other sample needs it.
        package var isDisposable = false
        package var durationTicks: UInt64?
        /// Nanoseconds of the decoded sound that are not to be heard: at the end, or, below zero, at the start.
        package var discardPadding: Int64?
        /// What goes with the sample, by its number.
        package var additions: [(number: UInt64, bytes: [UInt8])] = []
        /// Playing can begin here.
        package var isCue = false

        package init(
            track: UInt64,
            ticks: Int64,
            isKey: Bool = false,
            isDisposable: Bool = false,
            durationTicks: UInt64? = nil,
            discardPadding: Int64? = nil,
            additions: [(number: UInt64, bytes: [UInt8])] = [],
            isCue: Bool = false
        ) {
            self.track = track
            self.ticks = ticks
            self.isKey = isKey
            self.isDisposable = isDisposable
            self.durationTicks = durationTicks
            self.discardPadding = discardPadding
            self.additions = additions
            self.isCue = isCue
        }
    }

    private struct Cue {
        var ticks: Int64
        var track: UInt64
        var cluster: Int64
        var place: Int
        var durationTicks: UInt64?
    }

    private static let seekHeadCount = 160
    /// A cluster lasts so many ticks at most: times in it are 16-bit numbers.
    private static let longestCluster: Int64 = 5_000
    private static let largestCluster = 4 << 20

    /// Clusters are written when they are so many bytes together, up to the end of a block of the file system.
    private static let writtenBytes = 1 << 18
    private static let blockBytes = 1 << 12

    private let sink: any ByteSink
    /// Where what comes next goes, and up to where the file has been written.
    private var position: Int64 = 0
    private var written: Int64 = 0
    private var pending = MatroskaPendingBytes()
    /// Where the content of the segment begins: positions count from there.
    private var origin: Int64 = 0
    private var durationPlace: Int64 = 0
    private var titleRange: Range<Int64>?
    private var contents: [(id: UInt32, place: Int64)] = []
    private var cues: [Cue] = []

    package init(into sink: any ByteSink) {
        self.sink = sink
    }

    // MARK: Header

    /// Writes everything that comes before the clusters. `parts` are elements of the top level; `date` is when the
    /// media were made.
    package func writeHeader(
        docType: String,
        title: String?,
        date: Date? = nil,
        tracks: [MatroskaTrackEntry],
        parts: [EBMLBytes]
    ) throws {
        var head = EBMLBytes()
        head.add(MatroskaID.ebml) { ebml in
            ebml.add(0x4286, unsigned: 1)
            ebml.add(MatroskaID.ebmlReadVersion, unsigned: 1)
            ebml.add(0x42F2, unsigned: 4)
            ebml.add(0x42F3, unsigned: 8)
            ebml.add(MatroskaID.docType, text: docType)
            ebml.add(MatroskaID.docTypeVersion, unsigned: 4)
            ebml.add(MatroskaID.docTypeReadVersion, unsigned: 2)
        }
        // A segment of unknown size, until the end is known: so the file can be read at any time.
        try put(head.bytes + EBMLBytes.idBytes(MatroskaID.segment) + [0x01] + Array(repeating: 0xFF, count: 7))
        origin = position
        if sink.canGoBack { try put(EBMLBytes.void(Self.seekHeadCount)) }
        try putInfo(title: title, date: date)
        var list = EBMLBytes()
        list.add(MatroskaID.tracks) { bytes in for track in tracks { track.write(to: &bytes) } }
        try putPart(list)
        for part in parts { try putPart(part) }
    }

    private func putInfo(title: String?, date: Date?) throws {
        var info = EBMLBytes()
        info.add(0x2AD7B1, unsigned: 1_000_000)
        info.add(0x4D80, text: "AssetKit")
        info.add(0x5741, text: "AssetKit")
        // Nanoseconds since the start of 2001, as long as a number of 64 bits counts them.
        let nanoseconds = date.map { (($0.timeIntervalSince1970 - 978_307_200) * 1000).rounded() * 1e6 }
        if let nanoseconds = nanoseconds.flatMap({ Int64(exactly: $0) }) {
            var bytes: [UInt8] = []
            bytes.appendBig(nanoseconds)
            info.add(0x4461, binary: bytes)
        }
        if let title { info.add(0x7BA9, text: title) }
        // The last element, so that its place is known: the duration, which is still to come.
        if sink.canGoBack { info.add(0x4489, float: 0) }
        var part = EBMLBytes()
        part.add(MatroskaID.info, binary: info.bytes)
        try putPart(part)
        durationPlace = position - 8
        // The duration before it takes eleven bytes with its head.
        let titleEnd = position - 11
        titleRange = title.map {
            titleEnd - Int64(EBMLBytes.head(0x7BA9, count: $0.utf8.count).count + $0.utf8.count)..<titleEnd
        }
    }

    /// Takes the title out of the header, for metadata that has none at the end.
    package func dropTitle() throws {
        guard sink.canGoBack, let range = titleRange else { return }
        try patch(EBMLBytes.void(Int(range.upperBound - range.lowerBound)), at: range.lowerBound)
        titleRange = nil
    }

    /// Writes an element of the top level and remembers it for the table of contents.
    func putPart(_ part: EBMLBytes) throws {
        guard let head = EBMLHead(part.bytes[...].prefix(12), at: 0) else { return }
        contents.append((head.id, position - origin))
        try put(part.bytes)
    }

    /// Makes an element of the top level one that says nothing.
    package func dropPart(_ id: UInt32) throws {
        guard sink.canGoBack, let index = contents.firstIndex(where: { $0.id == id }) else { return }
        let place = origin + contents.remove(at: index).place
        try flush()
        // The number of these elements has four bytes: as the content of one that is skipped they do no harm.
        var bytes = [UInt8](repeating: 0, count: 12)
        let count = try bytes.withUnsafeMutableBytes { try sink.read(at: place, into: $0) }
        guard count == 12, let head = EBMLHead(bytes[...], at: place), let size = head.size else { return }
        let all = Int(head.dataOffset - place) + Int(size)
        // As long as before, with the size in eight bytes.
        let void = EBMLBytes.head(MatroskaID.void, count: all - 9, sizeLength: 8)
        try void.withUnsafeBytes { try sink.write($0, at: place) }
    }

    // MARK: Clusters

    package func write(_ block: Block, head: [UInt8] = [], _ data: UnsafeRawBufferPointer) throws {
        let isFull = pending.clusterCount + data.count > Self.largestCluster
        let age = block.ticks - pending.clusterTicks
        if !pending.isOpen || isFull || age > Self.longestCluster || age < -30_000 || block.isCue && age >= 1_000 {
            try flushCluster()
            pending.begin(at: block.ticks)
        }
        if block.isCue, sink.canGoBack {
            let cue = Cue(
                ticks: block.ticks,
                track: block.track,
                cluster: position - origin,
                place: pending.contentCount,
                durationTicks: block.durationTicks
            )
            cues.append(cue)
        }
        pending.append(block, head, data)
    }

    private func flushCluster() throws {
        guard pending.isOpen else { return }
        position += Int64(pending.close())
        try flush(keeping: sink.canGoBack ? Self.blockBytes : 0, unless: sink.canGoBack ? Self.writtenBytes : 0)
    }

    /// Writes what is complete, where that is at least so many bytes, up to the end of a block of the file system.
    private func flush(keeping block: Int = 0, unless least: Int = 0) throws {
        let count = pending.completeCount
        guard count > 0, count >= least else { return }
        let kept = block > 0 ? Int((written + Int64(count)) % Int64(block)) : 0
        guard count > kept else { return }
        try pending.withBytes(count - kept) { try sink.write($0, at: written) }
        pending.removeFirst(count - kept)
        written += Int64(count - kept)
    }

    // MARK: End

    /// Completes the file. `duration` is in ticks, `parts` are further elements of the top level.
    package func finish(duration: Double, parts: [EBMLBytes]) throws {
        try flushCluster()
        if !cues.isEmpty { try putPart(cueList) }
        for part in parts { try putPart(part) }
        guard sink.canGoBack else { return }
        var number: [UInt8] = []
        number.appendBig(duration.bitPattern)
        try patch(number, at: durationPlace)
        var table = EBMLBytes()
        table.add(MatroskaID.seekHead) { list in
            for (id, place) in contents.prefix(6) {
                list.add(MatroskaID.seek) { entry in
                    entry.add(MatroskaID.seekID, binary: EBMLBytes.idBytes(id))
                    entry.add(MatroskaID.seekPosition, unsigned: UInt64(place))
                }
            }
        }
        try patch(table.bytes + EBMLBytes.void(Self.seekHeadCount - table.bytes.count), at: origin)
        let size = EBMLBytes.head(MatroskaID.segment, count: Int(position - origin), sizeLength: 8)
        try patch(size, at: origin - Int64(size.count))
    }

    private var cueList: EBMLBytes {
        var list = EBMLBytes()
        list.add(MatroskaID.cues) { bytes in
            for cue in cues.sorted(by: { $0.ticks < $1.ticks }) {
                bytes.add(MatroskaID.cuePoint) { point in
                    point.add(MatroskaID.cueTime, unsigned: UInt64(max(0, cue.ticks)))
                    point.add(MatroskaID.cueTrackPositions) { positions in
                        positions.add(MatroskaID.cueTrack, unsigned: cue.track)
                        positions.add(MatroskaID.cueClusterPosition, unsigned: UInt64(cue.cluster))
                        positions.add(MatroskaID.cueRelativePosition, unsigned: UInt64(cue.place))
                        if let duration = cue.durationTicks { positions.add(0xB2, unsigned: duration) }
                    }
                }
            }
        }
        return list
    }

    private func put(_ bytes: [UInt8]) throws {
        try flush()
        try bytes.withUnsafeBytes { try sink.write($0, at: position) }
        position += Int64(bytes.count)
        written = position
    }

    private func patch(_ bytes: [UInt8], at place: Int64) throws {
        try flush()
        try bytes.withUnsafeBytes { try sink.write($0, at: place) }
    }
}
