internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

// When tracks end: most blocks of sound say nothing of how long they last.

extension MatroskaFile {
    /// When the last sample of each track ends, by its number, on the clock of the file.
    func ends(of tracks: [TrackFacts], _ scan: MatroskaScan, from window: ByteWindow) -> [UInt64: CMTime] {
        var ends: [UInt64: CMTime] = [:]
        for facts in tracks {
            let number = UInt64(facts.trackID)
            guard let summary = scan.tracks[number], let stated = summary.endTime else { continue }
            ends[number] = stated
            guard facts.mediaType == .audio, let entry = track(numbered: number), let frames = summary.untimedFrames,
                let last = summary.lastTime,
                let length = length(of: frames, facts, entry, from: window) ?? summary.lastStep.map(Self.time)
            else { continue }
            // What decodes before the first sample that is heard has put all of them later.
            let heard = length - Self.time(max(0, summary.endPadding)) - Self.time(entry.codecDelay)
            let end = last + heard
            if end.isNumeric, end > stated { ends[number] = end }
        }
        return ends
    }

    private static func time(_ nanoseconds: Int64) -> CMTime {
        CMTime(value: nanoseconds, timescale: 1_000_000_000)
    }

    /// What frames of sound decode to; nil where they do not say it.
    private func length(
        of frames: MatroskaFrames,
        _ facts: TrackFacts,
        _ entry: MatroskaTrack,
        from window: ByteWindow
    ) -> CMTime? {
        var length = CMTime.zero
        for frame in frames {
            guard let own = self.length(of: frame, facts, entry, from: window) else { return nil }
            length = length + own
        }
        guard length.isNumeric, length > .zero else { return nil }
        // On the clock of the other times. The last sample begins before that, and no other one does.
        return length.convertScale(1_000_000_000, method: .roundTowardZero)
    }

    private func length(
        of frame: ByteExtent,
        _ facts: TrackFacts,
        _ entry: MatroskaTrack,
        from window: ByteWindow
    ) -> CMTime? {
        var facts = facts
        switch facts.knownCodec {
        // Blocks are of two sizes, which the setup of the decoder tells apart.
        case .vorbis: return nil
        case .flac:
            guard let head = beginning(of: entry, frame, 32, from: window), let count = FLACFrame.sampleCount(head)
            else { return nil }
            facts.audio?.framesPerPacket = count
        case .ac3, .eac3, .opus, .dts, .trueHD, .mp1, .mp2, .mp3:
            if let head = beginning(of: entry, frame, 4096, from: window) {
                _ = CodecHeaders.describe(&facts, record: head, form: .sample)
            }
        default: break
        }
        guard let audio = facts.audio, audio.sampleRate >= 1, audio.sampleRate <= 0x1p30 else { return nil }
        var count = Int64(audio.framesPerPacket)
        if facts.traits.habits.contains(.isPlain) {
            guard case let width = facts.plainFrameByteCount, width > 0 else { return nil }
            count = frame.count / Int64(width)
        }
        guard count > 0, count < 1 << 30 else { return nil }
        return CMTime(value: count, timescale: CMTimeScale(audio.sampleRate))
    }
}
