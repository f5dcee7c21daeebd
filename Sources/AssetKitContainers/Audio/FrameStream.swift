internal import AssetKitBase
internal import CMTimeLib

/// Streams that are nothing but frames: MPEG audio, AAC in ADTS, AC-3 and E-AC-3.
enum FrameStream {
    /// A decoder of layer III gives back what it was given this many samples later.
    static let decoderDelay = 529

    static func read(
        _ window: ByteWindow,
        envelope: TagEnvelope,
        effort: RawAudioFile.Effort,
        limits: RawAudioLimits
    ) throws -> RawAudioFile {
        var walker = FrameWalker(window, end: envelope.audioEnd, limits: limits)
        guard let first = try walker.findFirst(from: envelope.audioOffset) else { throw RawAudioError.notRecognised }
        var file = RawAudioFile(container(of: first.frame))
        file.formatCode = formatCode(of: first.frame)
        file.sampleRate = Double(first.frame.sampleRate)
        file.channelCount = first.frame.channelCount
        if first.offset > envelope.audioOffset {
            file.problems.add("the stream begins behind bytes that are no frame", at: envelope.audioOffset)
        }
        let info = try mpegInfo(window, first)
        var start = first.offset
        if info != nil {
            start += Int64(first.frame.byteCount)
            walker.move(to: start)
        }
        let end = envelope.audioEnd ?? first.offset
        file.audio = ByteExtent(offset: start, count: max(0, end - start))
        apply(info, to: &file, frame: first.frame)
        if effort.isScan {
            try scan(&walker, first.frame, info: info, effort: effort, into: &file, limits: limits)
        } else {
            try estimate(&walker, first.frame, info: info, into: &file, limits: limits)
            try checkEnd(window, end: end, from: start, limits: limits, in: &file)
        }
        if let stated = info?.byteCount, stated > end - first.offset {
            let missing = stated - (end - first.offset)
            file.problems.add("the file ends \(missing) bytes before its header says that it does", at: end)
        }
        return file
    }

    /// Looks whether the last frame is all there: that takes the end of the file alone.
    private static func checkEnd(
        _ window: ByteWindow,
        end: Int64,
        from start: Int64,
        limits: RawAudioLimits,
        in file: inout RawAudioFile
    ) throws {
        var walker = FrameWalker(window, end: end, limits: limits)
        guard try walker.findFirst(from: max(start, end - 16_384)) != nil else { return }
        while try walker.next() != nil {}
        if walker.isCutOff { file.problems.add("the last frame is cut off", at: end) }
    }

    private static func container(of frame: StreamFrame) -> RawAudioFile.Container {
        switch frame.kind {
        case .mpeg: .mpegAudio
        case .adts: .adts
        case .ac3, .enhancedAC3: .ac3
        }
    }

    private static func formatCode(of frame: StreamFrame) -> UInt32 {
        switch frame.kind {
        case .mpeg(_, 1): ".mp1".fourCharCode
        case .mpeg(_, 2): ".mp2".fourCharCode
        case .mpeg: ".mp3".fourCharCode
        case .adts: "mp4a".fourCharCode
        case .ac3: "ac-3".fourCharCode
        case .enhancedAC3: "ec-3".fourCharCode
        }
    }

    private static func mpegInfo(_ window: ByteWindow, _ first: FrameWalker.Place) throws -> MPEGAudioInfo? {
        guard case .mpeg(_, 3) = first.frame.kind, first.frame.byteCount > 0 else { return nil }
        let bytes = try window.available(first.frame.byteCount, at: first.offset)
        guard let head = MPEGAudioHead(bytes) else { return nil }
        return MPEGAudioInfo(frame: bytes, head: head)
    }

    private static func apply(_ info: MPEGAudioInfo?, to file: inout RawAudioFile, frame: StreamFrame) {
        guard let info else { return }
        file.bitRateMode = info.bitRateMode
        if let delay = info.delay, let padding = info.padding {
            file.priming = Int64(delay + decoderDelay)
            file.remainder = Int64(max(0, padding - decoderDelay))
        }
        if let count = info.frameCount, count > 0 {
            file.frameCount = count
            file.decodedSampleCount = count * Int64(frame.sampleCount)
            file.certainty = .stated
        }
        guard let encoder = info.encoder, !encoder.isEmpty else { return }
        file.entries.append(TagEntry(.audioFile, "encoding application", .text(encoder)))
    }

    private static func scan(
        _ walker: inout FrameWalker,
        _ first: StreamFrame,
        info: MPEGAudioInfo?,
        effort: RawAudioFile.Effort,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        var index = FrameIndex(limit: limits.indexCount)
        var end = file.audio.offset
        var byteCount: Int64 = 0
        var rates: Set<Int> = []
        while let place = try walker.next() {
            end = place.offset + Int64(place.byteCount)
            byteCount += Int64(place.byteCount)
            // What depends on another frame goes with it.
            if !place.frame.isDependent {
                index.append(offset: place.offset, sampleCount: Int64(place.frame.sampleCount))
                if rates.count < 16 { rates.insert(place.frame.bitsPerSecond) }
                if index.frameCount % Int64(limits.framesPerCancellationCheck) == 0 { try effort.checkCancellation() }
            }
        }
        file.frameCount = index.frameCount
        file.frameByteCount = byteCount
        file.decodedSampleCount = index.sampleCount
        file.audio.count = end - file.audio.offset
        file.index = index
        file.certainty = .exact
        file.problems.add(walker.problems)
        if let stated = info?.frameCount, stated != index.frameCount {
            file.problems.add("the file states \(stated) frames and has \(index.frameCount)", at: file.audio.offset)
            // Then what it says about its end is not to be believed either.
            if stated > index.frameCount { file.remainder = file.remainder.map { _ in 0 } }
        }
        if case .mpeg = first.kind, info == nil || info?.kind != .xing || info?.method == nil {
            file.bitRateMode = rates.count <= 1 ? .constant : .variable
        }
        if index.sampleCount > 0 {
            file.bitsPerSecond = Double(byteCount) * 8 * file.sampleRate / Double(index.sampleCount)
        }
    }

    /// Reckons the length from the first frames where nothing states it.
    private static func estimate(
        _ walker: inout FrameWalker,
        _ first: StreamFrame,
        info: MPEGAudioInfo?,
        into file: inout RawAudioFile,
        limits: RawAudioLimits
    ) throws {
        var byteCount: Int64 = 0
        var sampleCount: Int64 = 0
        var rates: Set<Int> = []
        for _ in 0..<limits.probeFrameCount {
            guard let place = try walker.next() else { break }
            byteCount += Int64(place.byteCount)
            sampleCount += place.frame.isDependent ? 0 : Int64(place.frame.sampleCount)
            rates.insert(place.frame.bitsPerSecond)
        }
        guard byteCount > 0, sampleCount > 0 else { return }
        file.bitsPerSecond = Double(byteCount) * 8 * file.sampleRate / Double(sampleCount)
        guard file.decodedSampleCount == nil, file.audio.count > 0 else { return }
        let estimated = Double(file.audio.count) / Double(byteCount) * Double(sampleCount)
        file.decodedSampleCount = RawAudioFile.count(estimated)
        file.frameCount = RawAudioFile.count(estimated / Double(max(1, first.sampleCount)))
        file.certainty = .estimated
    }
}
