internal import AssetKitBase

/// WAV with all its larger siblings: RF64, BW64, Wave64.
enum WaveFile {
    static func read(
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        limits: RawAudioLimits
    ) throws -> RawAudioFile {
        let (chunks, isStreamed) = try chunks(window, limits: limits)
        guard let place = chunks.first(where: { $0.name == "fmt " }),
            let format = RIFFWaveFormat(
                try window.available(Int(min(place.extent.count, 128)), at: place.extent.offset)
            )
        else { throw RawAudioError.damaged("WAV without a format") }
        var file = RawAudioFile(.wave)
        file.formatCode = format.fourCharCode
        file.sampleRate = Double(format.sampleRate)
        file.channelCount = format.channelCount
        file.bitsPerSample = format.validBitsPerSample ?? format.bitsPerSample
        file.isFloat = format.isFloat
        file.channelMask = format.channelMask
        file.bitsPerSecond = format.bytesPerSecond > 0 ? Double(format.bytesPerSecond) * 8 : nil
        if format.isLinear { file.bitRateMode = .constant }
        file.setup = try window.available(Int(min(place.extent.count, 4_096)), at: place.extent.offset)
        var tags = RIFFTags()
        try tags.read(chunks, window, limits: limits.tags)
        file.entries = tags.entries
        file.chapters = tags.chapters
        file.problems = tags.problems
        guard let data = chunks.first(where: { $0.name == "data" }) else {
            throw RawAudioError.damaged("WAV without data")
        }
        file.audio = data.extent
        if data.isCut, !isStreamed { file.problems.add("the file ends within its audio", at: data.extent.end) }
        if data.isCut, window.length == nil { return file }
        try count(format, stated: try stated(chunks, window), window, effort: effort, into: &file, limits: limits)
        return file
    }

    private static func count(
        _ format: RIFFWaveFormat,
        stated: Int64?,
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        if format.isLinear {
            file.decodedSampleCount = format.sampleCount(ofBytes: file.audio.count)
            file.certainty = .exact
            file.priming = 0
            file.remainder = 0
            if file.decodedSampleCount == nil { file.problems.add("the size of a sample is 0", at: 0) }
        } else if let counted = format.sampleCount(ofBytes: file.audio.count) {
            file.decodedSampleCount = counted
            file.certainty = .exact
            // Blocks are filled up; the count in the file says how much of the last one is meant.
            if let stated, stated > 0, stated <= counted { file.remainder = counted - stated }
        } else {
            try countFrames(format, stated: stated, window, effort: effort, into: &file, limits: limits)
        }
    }

    /// Formats of frames: a scan counts them, and without one the file's own count or the bit rate must do.
    private static func countFrames(
        _ format: RIFFWaveFormat,
        stated: Int64?,
        _ window: ByteWindow,
        effort: RawAudioFile.Effort,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        if effort.isScan, [0x50, 0x55, 0xff, 0x1600, 0x2000].contains(format.tag) {
            var envelope = TagEnvelope()
            envelope.audioOffset = file.audio.offset
            envelope.audioEnd = file.audio.end
            if let inner = try? FrameStream.read(window, envelope: envelope, effort: effort, limits: limits) {
                file.frameCount = inner.frameCount
                file.decodedSampleCount = inner.decodedSampleCount
                file.priming = inner.priming
                file.remainder = inner.remainder
                file.index = inner.index
                file.certainty = inner.certainty
                file.problems.add(inner.problems)
                return
            }
            try effort.checkCancellation()
        }
        if let stated, stated > 0 {
            file.decodedSampleCount = stated
            file.certainty = .stated
        } else if format.bytesPerSecond > 0 {
            let seconds = Double(file.audio.count) / Double(format.bytesPerSecond)
            file.decodedSampleCount = RawAudioFile.count(seconds * file.sampleRate)
        }
    }

    /// The chunks, and whether the writer did not know the sizes yet.
    private static func chunks(_ window: ByteWindow, limits: RawAudioLimits) throws -> ([FileChunk], Bool) {
        let head = try window.available(40, at: 0)
        var reader = FieldReader(head)
        let code = reader.code()
        let count = limits.tags.chunkCount
        if code == "riff" {
            guard head.count == 40, head[24..<28].elementsEqual("wave".utf8) else { throw RawAudioError.notRecognised }
            return (try FileChunk.list(window, from: 40, style: .wave64, limit: count), false)
        }
        let size = reader.little(4) ?? 0
        guard reader.code() == "WAVE" else { throw RawAudioError.notRecognised }
        if code == "RF64" || code == "BW64" {
            let sizes = try largeSizes(window)
            return (try FileChunk.list(window, from: 12, style: .largeRIFF(sizes: sizes), limit: count), false)
        }
        var chunks = try FileChunk.list(window, from: 12, style: .riff, limit: count)
        guard let index = chunks.firstIndex(where: { $0.name == "data" }) else { return (chunks, false) }
        // A recorder that was cut off, or wrote to a pipe, left the sizes empty: the audio goes on to the end.
        let data = chunks[index]
        let isUnknown = data.statedByteCount == nil || (data.statedByteCount == 0 && size <= UInt64(data.offset))
        guard isUnknown else { return (chunks, false) }
        chunks.removeSubrange((index + 1)...)
        let end = window.length ?? data.extent.offset
        chunks[index].extent.count = max(0, end - data.extent.offset)
        return (chunks, true)
    }

    /// The sizes that `ds64` gives for chunks that are too large for four bytes.
    private static func largeSizes(_ window: ByteWindow) throws -> [String: Int64] {
        var reader = FieldReader(try window.available(8 + 28 + 12 * 64, at: 12))
        guard reader.code() == "ds64", reader.skip(4), reader.skip(8), let data = reader.little(8), reader.skip(8),
            let count = reader.little(4)
        else { return [:] }
        var sizes = ["data": Int64(clamping: data)]
        for _ in 0..<min(count, 64) {
            guard let name = reader.code(), let size = reader.little(8) else { break }
            sizes[name] = Int64(clamping: size)
        }
        return sizes
    }

    /// The count of samples in `fact`, or in `ds64` where that is too small.
    private static func stated(_ chunks: [FileChunk], _ window: ByteWindow) throws -> Int64? {
        guard let fact = chunks.first(where: { $0.name == "fact" }), fact.extent.count >= 4 else { return nil }
        var reader = FieldReader(try window.available(8, at: fact.extent.offset))
        guard let count = reader.little(4), count != 0xffff_ffff else {
            guard let large = chunks.first(where: { $0.name == "ds64" }) else { return nil }
            var sizes = FieldReader(try window.available(24, at: large.extent.offset))
            return sizes.skip(16) ? sizes.little(8).flatMap { Int64(exactly: $0) } : nil
        }
        return Int64(count)
    }
}
