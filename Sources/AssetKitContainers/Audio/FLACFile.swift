internal import AssetKitBase

/// FLAC as a file of its own.
enum FLACFile {
    /// nil when the file is not FLAC.
    static func read(
        _ window: ByteWindow,
        envelope: TagEnvelope,
        effort: RawAudioFile.Effort,
        limits: RawAudioLimits
    ) throws -> RawAudioFile? {
        guard let metadata = try FLACMetadata.read(window, at: envelope.audioOffset, limits: limits.tags) else {
            return nil
        }
        guard let stream = metadata.streamInfo else { throw RawAudioError.damaged("FLAC without STREAMINFO") }
        var file = RawAudioFile(.flac)
        file.formatCode = "fLaC".fourCharCode
        file.sampleRate = Double(stream.sampleRate)
        file.channelCount = stream.channelCount
        file.bitsPerSample = stream.bitsPerSample
        file.setup = metadata.streamInfoBytes
        file.entries = metadata.entries
        file.chapters = metadata.chapters
        file.problems = metadata.problems
        file.priming = 0
        file.remainder = 0
        let end = envelope.audioEnd ?? metadata.audioOffset
        file.audio = ByteExtent(offset: metadata.audioOffset, count: max(0, end - metadata.audioOffset))
        file.decodedSampleCount = stream.sampleCount
        file.certainty = .stated
        if let vendor = metadata.vendor, !vendor.isEmpty {
            file.entries.append(TagEntry(.vorbis, "VENDOR", .text(vendor)))
        }
        if effort.isScan {
            try scan(window, stream, effort: effort, into: &file, limits: limits)
        } else {
            try lookAtEnd(window, stream, of: &file)
        }
        return file
    }

    /// How far from the end the last frame is looked for at most.
    private static let endByteCount: Int64 = 1 << 20

    /// Tells whether the last frame is all there, and the one that the header promises.
    private static func lookAtEnd(
        _ window: ByteWindow,
        _ stream: FLACMetadata.StreamInfo,
        of file: inout RawAudioFile
    ) throws {
        // No frame is larger than its samples as they are, but for its heads. What the header says of it may be wrong.
        let longest = Int64(stream.maximumBlockSize * stream.channelCount * (stream.bitsPerSample + 1) / 8 + 4096)
        guard stream.maximumBlockSize >= 16, longest <= endByteCount else { return }
        guard file.audio.count > 0 else { return }
        var scan = FLACFrameScan(window, extent: file.audio)
        guard let last = try scan.last(within: longest), last.isWhole else {
            return file.problems.add("its last frame is cut off, or other bytes follow it", at: file.audio.end)
        }
        // Frames of one size are counted, others tell their first sample.
        let first = Int64(last.frame.number) * (last.frame.isVariable ? 1 : Int64(stream.maximumBlockSize))
        let count = first + Int64(last.frame.blockSize)
        if let stated = stream.sampleCount, count < stated {
            file.problems.add("the file states \(stated) samples and ends after \(count)", at: file.audio.end)
        }
    }

    private static func scan(
        _ window: ByteWindow,
        _ stream: FLACMetadata.StreamInfo,
        effort: RawAudioFile.Effort,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        var scan = FLACFrameScan(window, extent: file.audio)
        var index = FrameIndex(limit: limits.indexCount)
        while let frame = try scan.next() {
            index.append(offset: frame.offset, sampleCount: Int64(frame.blockSize))
            if index.frameCount % Int64(limits.framesPerCancellationCheck) == 0 { try effort.checkCancellation() }
        }
        file.problems.add(scan.problems)
        guard index.frameCount > 0 else { return }
        if let stated = stream.sampleCount, stated != index.sampleCount {
            file.problems.add("the file states \(stated) samples and has \(index.sampleCount)", at: file.audio.offset)
        }
        file.frameCount = index.frameCount
        file.decodedSampleCount = index.sampleCount
        file.index = index
        file.certainty = .exact
        if index.sampleCount > 0 {
            file.bitsPerSecond = Double(file.audio.count) * 8 * file.sampleRate / Double(index.sampleCount)
        }
    }
}
