internal import AssetKitBase

/// Apple's Core Audio Format.
enum CAFFile {
    private struct Description {
        var sampleRate: Double
        var format: UInt32
        var flags: UInt32
        var bytesPerPacket: Int64
        var framesPerPacket: Int64
        var channelCount: Int
        var bitsPerChannel: Int

        init?(_ bytes: [UInt8]) {
            var reader = FieldReader(bytes)
            guard let rate = reader.big(8), let format = reader.big(4), let flags = reader.big(4),
                let bytesPerPacket = reader.big(4), let framesPerPacket = reader.big(4), let channels = reader.big(4),
                let bits = reader.big(4)
            else { return nil }
            sampleRate = Double(bitPattern: rate)
            self.format = UInt32(format)
            self.flags = UInt32(flags)
            self.bytesPerPacket = Int64(bytesPerPacket)
            self.framesPerPacket = Int64(framesPerPacket)
            channelCount = Int(channels)
            bitsPerChannel = Int(bits)
        }
    }

    static func read(
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        limits: RawAudioLimits
    ) throws -> RawAudioFile {
        let chunks = try FileChunk.list(window, from: 8, style: .caf, limit: limits.tags.chunkCount)
        guard let place = chunks.first(where: { $0.name == "desc" }),
            let description = Description(try window.available(32, at: place.extent.offset))
        else { throw RawAudioError.damaged("CAF without a description") }
        var file = RawAudioFile(.caf)
        file.sampleRate = description.sampleRate
        file.formatCode = description.format
        file.channelCount = description.channelCount
        file.bitsPerSample = description.bitsPerChannel > 0 ? description.bitsPerChannel : nil
        if description.format == "lpcm".fourCharCode {
            file.isFloat = description.flags & 1 != 0
            file.isBigEndian = description.flags & 2 == 0
        }
        for chunk in chunks { try read(chunk, window, limits: limits, into: &file) }
        count(description, into: &file)
        if let table = chunks.first(where: { $0.name == "pakt" }) {
            try readPackets(table, description, window, effort: effort, into: &file, limits: limits)
        }
        return file
    }

    private static func read(
        _ chunk: FileChunk,
        _ window: ByteWindow,
        limits: RawAudioLimits,
        into file: inout RawAudioFile
    ) throws {
        switch chunk.name {
        case "data":
            // A count of edits stands in front. A size of -1 goes on to the end of the file.
            let skipped = min(4, chunk.extent.count)
            file.audio = ByteExtent(offset: chunk.extent.offset + skipped, count: chunk.extent.count - skipped)
            if chunk.isCut, chunk.statedByteCount != nil {
                file.problems.add("the file ends within its audio", at: chunk.extent.end)
            }
        case "kuki" where chunk.extent.count <= 1 << 20: file.setup = try window.bytes(of: chunk.extent)
        case "chan":
            var reader = FieldReader(try window.available(8, at: chunk.extent.offset))
            file.channelLayoutTag = reader.big(4).map { UInt32($0) }
            if file.channelLayoutTag == 1 << 16 { file.channelMask = reader.big(4).map { UInt32($0) } }
        case "info": file.entries += try CAFTags.entries(chunk, window, limits: limits.tags)
        default: break
        }
    }

    private static func count(_ description: Description, into file: inout RawAudioFile) {
        guard description.bytesPerPacket > 0, description.framesPerPacket > 0 else { return }
        let packets = file.audio.count / description.bytesPerPacket
        let (samples, overflows) = packets.multipliedReportingOverflow(by: description.framesPerPacket)
        guard !overflows else { return }
        file.frameCount = packets
        file.decodedSampleCount = samples
        file.certainty = .exact
        file.bitRateMode = .constant
        if description.framesPerPacket == 1 {
            file.priming = 0
            file.remainder = 0
        }
    }

    private static func readPackets(
        _ chunk: FileChunk,
        _ description: Description,
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        var reader = FieldReader(try window.available(24, at: chunk.extent.offset))
        guard let packets = reader.big(8).flatMap({ Int64(exactly: $0) }),
            let valid = reader.big(8).flatMap({ Int64(exactly: $0) }),
            let priming = reader.int32(), let remainder = reader.int32()
        else {
            file.problems.add("the packet table is damaged", at: chunk.offset)
            return
        }
        file.priming = Int64(max(0, priming))
        file.remainder = Int64(max(0, remainder))
        if file.decodedSampleCount == nil {
            let edges = Int64(max(0, priming)) + Int64(max(0, remainder))
            let (total, overflows) = valid.addingReportingOverflow(edges)
            guard !overflows else { return }
            file.frameCount = packets
            file.decodedSampleCount = total
            file.certainty = .stated
        }
        guard effort.isScan, description.bytesPerPacket == 0 || description.framesPerPacket == 0 else { return }
        try scan(chunk, count: packets, description, window, effort: effort, into: &file, limits: limits)
    }

    /// Goes through the sizes of the packets.
    private static func scan(
        _ chunk: FileChunk,
        count: Int64,
        _ description: Description,
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        var scanner = ByteScanner(window, end: chunk.extent.end)
        var position = chunk.extent.offset + 24
        var index = FrameIndex(limit: limits.indexCount)
        var offset = file.audio.offset
        while index.frameCount < count {
            // The table has those of the two numbers that are not the same for all packets.
            let isSized = description.bytesPerPacket > 0
            guard let size = isSized ? description.bytesPerPacket : try number(&scanner, &position) else { break }
            let isEven = description.framesPerPacket > 0
            guard let frames = isEven ? description.framesPerPacket : try number(&scanner, &position) else { break }
            guard size <= file.audio.end - offset else { break }
            index.append(offset: offset, sampleCount: frames)
            offset += size
            if index.frameCount % Int64(limits.framesPerCancellationCheck) == 0 { try effort.checkCancellation() }
        }
        take(index, count: count, at: chunk.offset, into: &file)
    }

    /// Compares what the table says in all with what it says of each packet.
    private static func take(_ index: FrameIndex, count: Int64, at offset: Int64, into file: inout RawAudioFile) {
        file.index = index
        guard index.frameCount == count else {
            file.problems.add("the packet table tells \(index.frameCount) of \(count) packets", at: offset)
            file.frameCount = index.frameCount
            file.decodedSampleCount = index.sampleCount
            file.remainder = 0
            return
        }
        // Priming and remainder are what the packets hold beyond what counts.
        if let stated = file.decodedSampleCount, stated != index.sampleCount {
            file.problems.add("the packets hold \(index.sampleCount) samples, not \(stated)", at: offset)
        }
        file.certainty = .exact
    }

    /// A number of seven bits per byte, the highest first, with a mark on all bytes but the last.
    private static func number(_ scanner: inout ByteScanner, _ position: inout Int64) throws -> Int64? {
        var value: Int64 = 0
        for _ in 0..<8 {
            guard let byte = try scanner.byte(at: position) else { return nil }
            position += 1
            value = value << 7 | Int64(byte & 0x7f)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
