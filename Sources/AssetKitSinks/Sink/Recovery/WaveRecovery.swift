internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// Finishes WAVE files whose writing was cut off: the sizes in the header become those of what is there.
struct WaveRecovery {
    let sink: any ByteSink

    private struct Header {
        var isLarge: Bool
        /// The size of the whole is not known, though that of the sound may be, as it was some time ago.
        var isGrowing: Bool
        var format: RIFFWaveFormat
        var dataOffset: Int64
        /// What the header says the sound takes; nil where it does not know.
        var statedCount: Int64?
        /// A chunk behind the first twelve bytes that holds nothing, with room for sizes of eight bytes.
        var hasRoom: Bool
    }

    func recover() throws -> MovieRecovery.Outcome {
        let window = try ByteWindow(SinkSource(sink))
        let header = try header(window)
        let there = sink.length - header.dataOffset
        if !header.isGrowing, let stated = header.statedCount, stated <= there, stated > 0 || there == 0 {
            return MovieRecovery.Outcome(wasComplete: true, duration: .indefinite)
        }
        let frame = Int64(max(1, header.format.bytesPerBlock))
        let count = there / frame * frame
        let removed = there - count
        if removed > 0 { try sink.truncate(to: header.dataOffset + count) }
        if count % 2 == 1 { try sink.append([0]) }
        try writeSizes(header, count)
        return MovieRecovery.Outcome(wasComplete: false, duration: .indefinite, removedByteCount: removed)
    }

    private func header(_ window: ByteWindow) throws -> Header {
        let isLarge = try window.available(4, at: 0) == Array("RF64".utf8)
        let isGrowing = try !isLarge && window.available(4, at: 4) == [0xFF, 0xFF, 0xFF, 0xFF]
        var (offset, format): (Int64, RIFFWaveFormat?) = (12, nil)
        var (hasRoom, largeCount): (Bool, Int64?) = (false, nil)
        for _ in 0..<1024 {
            var head = FieldReader(try window.available(8, at: offset))
            guard let name = head.code(), let size = head.little(4) else { break }
            switch name {
            case "data":
                guard let format else { break }
                let isUnknown = size == 0 || size == UInt64(UInt32.max)
                return Header(
                    isLarge: isLarge,
                    isGrowing: isGrowing,
                    format: format,
                    dataOffset: offset + 8,
                    statedCount: isLarge ? largeCount : isUnknown ? nil : Int64(size),
                    hasRoom: hasRoom
                )
            case "fmt ": format = RIFFWaveFormat(try window.available(Int(min(size, 128)), at: offset + 8))
            case "JUNK": hasRoom = hasRoom || offset == 12 && size >= 28
            case "ds64":
                var sizes = FieldReader(try window.available(16, at: offset + 8))
                let count = sizes.skip(8) ? sizes.little(8).flatMap { Int64(exactly: $0) } : nil
                largeCount = count == 0 ? nil : count
            default: break
            }
            offset += 8 + Int64(size) + Int64(size & 1)
        }
        let reason = "it ends before its sound begins, so nothing can be recovered; it stays as it is"
        throw MediaProblem(code: .fileFailedToParse, reason: reason)
    }

    private func writeSizes(_ header: Header, _ count: Int64) throws {
        let whole = sink.length - 8
        guard header.isLarge || whole > Int64(UInt32.max) - 1 else {
            try put(UInt32(whole), at: 4)
            return try put(UInt32(count), at: header.dataOffset - 4)
        }
        guard header.isLarge || header.hasRoom else {
            let reason = "its sound takes more than 4 GiB, which a header of this kind cannot say"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        if !header.isLarge {
            try Array("ds64".utf8).withUnsafeBytes { try sink.write($0, at: 12) }
            try Array("RF64".utf8).withUnsafeBytes { try sink.write($0, at: 0) }
        }
        try put(UInt32.max, at: 4)
        try put(UInt64(whole), at: 20)
        try put(UInt64(count), at: 28)
        try put(UInt64(header.format.sampleCount(ofBytes: count) ?? 0), at: 36)
        if !header.isLarge { try put(UInt32(0), at: 44) }
        try put(UInt32.max, at: header.dataOffset - 4)
    }

    private func put<Number: FixedWidthInteger>(_ number: Number, at place: Int64) throws {
        try withUnsafeBytes(of: number.littleEndian) { try sink.write($0, at: place) }
    }
}
