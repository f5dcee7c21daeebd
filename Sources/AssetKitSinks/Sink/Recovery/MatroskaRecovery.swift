internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// Finishes Matroska and WebM files whose writing was cut off: what is torn at the end goes, and the header learns how long
/// the rest is and where playing can begin in it. What is there stays bit for bit.
struct MatroskaRecovery {
    let sink: any ByteSink

    func recover() throws -> MovieRecovery.Outcome {
        let window = try ByteWindow(SinkSource(sink))
        let file = try MatroskaFile.open(window)
        guard file.isCutOff || file.segmentEnd == nil else {
            return MovieRecovery.Outcome(wasComplete: true, duration: file.info.duration ?? .indefinite)
        }
        let walk = try MatroskaWalk(file, window)
        guard walk.hasBlocks else {
            let reason = "none of its samples is whole, so nothing can be recovered; it stays as it is"
            throw MediaProblem(code: .fileFailedToParse, reason: reason)
        }
        let removed = sink.length - walk.end
        try sink.truncate(to: walk.end)
        if let cluster = walk.tornCluster {
            try patchSize(of: cluster, end: walk.end)
            try renewChecksum(from: cluster.dataOffset, count: walk.end - cluster.dataOffset)
        }
        let duration = try complete(file, walk)
        return MovieRecovery.Outcome(wasComplete: false, duration: duration, removedByteCount: removed)
    }

    /// Writes what a file has at its end, and what its header says of it; how long it is.
    private func complete(_ file: MatroskaFile, _ walk: MatroskaWalk) throws -> CMTime {
        let window = try ByteWindow(SinkSource(sink))
        let scan = try MatroskaScan.run(file, window: window)
        let end = max(0, scan.tracks.values.map { max($0.endNanoseconds, $0.lastNanoseconds) }.max() ?? 0)
        let cues = try cues(file, window)
        var contents = walk.contents.filter { $0.id != MatroskaID.cues && $0.id != MatroskaID.seekHead }
        if !cues.isEmpty {
            contents.append((MatroskaID.cues, sink.length - file.segmentOffset))
            try sink.append(cues)
        }
        try writeDuration(Double(end) / Double(max(1, file.info.timestampScale)), walk)
        try writeContents(contents, walk)
        try patchSize(of: walk.segment, end: sink.length)
        return CMTime(value: end, timescale: 1_000_000_000)
    }

    /// The size of an element in as many bytes as it has. One that they cannot hold stays unknown.
    private func patchSize(of element: EBMLHead, end: Int64) throws {
        let idCount = EBMLBytes.idBytes(element.id).count
        let length = Int(element.dataOffset - element.offset) - idCount
        var head = EBMLBytes.head(element.id, count: Int(end - element.dataOffset), sizeLength: length)
        if head.count != idCount + length {
            head = EBMLBytes.idBytes(element.id) + [UInt8(truncatingIfNeeded: (0x100 >> length) | (0xFF >> length))]
            head += [UInt8](repeating: 0xFF, count: length - 1)
        }
        try head.withUnsafeBytes { try sink.write($0, at: element.offset) }
    }

    // MARK: What the header says

    private func writeDuration(_ ticks: Double, _ walk: MatroskaWalk) throws {
        guard let place = walk.duration else { return }
        var bytes: [UInt8] = []
        if place.count == 4 { bytes.appendBig(Float(ticks).bitPattern) } else { bytes.appendBig(ticks.bitPattern) }
        if place.isFiller {
            bytes = EBMLBytes.head(0x4489, count: 8) + bytes
            if place.count > 11 { bytes += EBMLBytes.void(Int(place.count) - 11) }
        }
        try bytes.withUnsafeBytes { try sink.write($0, at: place.offset) }
        if let info = walk.info { try renewChecksum(from: info.dataOffset, count: info.size ?? 0) }
    }

    /// The sum that some writers put in front of an element's content.
    private func renewChecksum(from start: Int64, count: Int64) throws {
        guard count > 6, count < 256 << 20 else { return }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        try bytes.withUnsafeMutableBytes { try sink.readAll(at: start, into: $0) }
        guard bytes[0] == UInt8(MatroskaID.checksum), bytes[1] == 0x84 else { return }
        let sum = bytes.dropFirst(6).reduce(UInt32.max) { sum, byte in
            sum >> 8 ^ Self.sums[Int((sum ^ UInt32(byte)) & 0xFF)]
        }
        try withUnsafeBytes(of: (~sum).littleEndian) { try sink.write($0, at: start + 2) }
    }

    /// What a byte adds to a sum of 32 bits (ISO/IEC 13239).
    private static let sums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    /// Where everything is, as far as there is room for it in front.
    private func writeContents(_ contents: [(id: UInt32, place: Int64)], _ walk: MatroskaWalk) throws {
        let needed = [
            contents, contents.filter { [MatroskaID.cues, MatroskaID.info, MatroskaID.tracks].contains($0.id) },
        ]
        for contents in needed {
            var table = EBMLBytes()
            table.add(MatroskaID.seekHead) { list in
                for (id, place) in contents {
                    list.add(MatroskaID.seek) { entry in
                        entry.add(MatroskaID.seekID, binary: EBMLBytes.idBytes(id))
                        entry.add(MatroskaID.seekPosition, unsigned: UInt64(place))
                    }
                }
            }
            let rest = Int(walk.room) - table.bytes.count
            guard rest == 0 || rest >= 2 else { continue }
            let bytes = table.bytes + (rest > 0 ? EBMLBytes.void(rest) : [])
            return try bytes.withUnsafeBytes { try sink.write($0, at: walk.segment.dataOffset) }
        }
    }

    /// Where playing can begin: key frames, or without pictures the sound every five seconds.
    private func cues(_ file: MatroskaFile, _ window: ByteWindow) throws -> [UInt8] {
        let track = file.tracks.first { $0.kind == .video } ?? file.tracks.first
        var reader = MatroskaBlockReader(file, window: window)
        let step = file.tracks.contains { $0.kind == .video } ? 0 : 5_000_000_000 / max(1, file.info.timestampScale)
        var (last, isEmpty): (Int64?, Bool) = (nil, true)
        var bytes = EBMLBytes()
        var points = EBMLBytes()
        while let block = try reader.next() {
            guard block.trackNumber == track?.number, block.isKeyframe, last.map({ block.ticks >= $0 + step }) ?? true
            else {
                continue
            }
            (last, isEmpty) = (block.ticks, false)
            points.add(MatroskaID.cuePoint) { point in
                point.add(MatroskaID.cueTime, unsigned: UInt64(max(0, block.ticks)))
                point.add(MatroskaID.cueTrackPositions) { positions in
                    positions.add(MatroskaID.cueTrack, unsigned: block.trackNumber)
                    let place = block.clusterOffset - file.segmentOffset
                    positions.add(MatroskaID.cueClusterPosition, unsigned: UInt64(max(0, place)))
                }
            }
        }
        if !isEmpty { bytes.add(MatroskaID.cues, binary: points.bytes) }
        return bytes.bytes
    }
}
