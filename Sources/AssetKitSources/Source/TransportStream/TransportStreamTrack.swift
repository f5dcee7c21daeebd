internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A track of a transport stream whose samples are listed by its units, beside what FFmpeg has told of it.
struct TransportStreamTrack {
    private enum Kind {
        case pictures(TransportStreamPictures)
        case sound(TransportStreamSound)
    }

    let index: Int
    let storage: TransportStreamStorage
    private var kind: Kind
    /// The packets that FFmpeg has told.
    private let told: [ListedPacket]
    private(set) var count = 0
    /// How long FFmpeg says that pictures last, by how many fields more they show for.
    private var durations: [Int: Int64] = [:]

    /// nil for what is for FFmpeg.
    init?(_ facts: TrackFacts, _ stream: DemuxedStream, _ layout: TransportStreamLayout, told: [ListedPacket]) {
        // Of a stream that begins late nothing could be compared.
        guard told.count > 1 else { return nil }
        let (endsWithNext, hasLooseEnds): (Bool, Bool)
        if let pictures = TransportStreamPictures(stream) {
            (kind, endsWithNext, hasLooseEnds) = (.pictures(pictures), true, pictures.hasLooseEnds)
        } else if let sound = TransportStreamSound(stream, clockOffset: stream.demuxer.clockOffset) {
            (kind, endsWithNext, hasLooseEnds) = (.sound(sound), sound.endsWithNext, false)
        } else {
            return nil
        }
        (index, self.told) = (stream.index, told)
        storage = TransportStreamStorage(
            layout: layout,
            stream: stream.identifier,
            form: StoredForm(facts, stream.codecPrivate),
            endsWithNext: endsWithNext,
            hasLooseEnds: hasLooseEnds
        )
    }

    /// What FFmpeg has told is all there.
    var hasTold: Bool { count >= told.count }

    /// The samples of a unit; false where they are not certainly what FFmpeg makes of it.
    mutating func take(
        _ unit: TransportStreamUnit,
        _ bytes: UnsafeRawBufferPointer,
        _ samples: inout [TransportStreamSample]
    ) -> Bool {
        switch kind {
        case .pictures(var pictures):
            let isCertain = pictures.take(unit, bytes, isKnown: !hasTold, &samples)
            kind = .pictures(pictures)
            return isCertain
        case .sound(var sound):
            let isCertain = sound.take(unit, bytes, &samples)
            kind = .sound(sound)
            return isCertain
        }
    }

    /// Those that wait for the end of the stream.
    mutating func finish(_ samples: inout [TransportStreamSample]) {
        guard case .pictures(var pictures) = kind else { return }
        pictures.finish(&samples)
        kind = .pictures(pictures)
    }

    /// What comes of the next sample.
    enum Outcome {
        /// FFmpeg has told it, and says the same.
        case known
        /// It is to be listed.
        case new(ListedPacket)
        case uncertain
    }

    mutating func settle(_ sample: TransportStreamSample) -> Outcome {
        defer { count += 1 }
        var packet = sample.packet
        guard !hasTold else {
            guard case .pictures = kind else { return .new(packet) }
            guard let duration = durations[sample.repeatCount] else { return .uncertain }
            packet.durationTicks = duration
            return .new(packet)
        }
        // Before FFmpeg has seen enough it guesses.
        let other = told[count]
        if count < told.count / 2 {
            (packet.decodeTicks, packet.durationTicks) = (other.decodeTicks, other.durationTicks)
        } else if case .pictures = kind {
            let duration = durations[sample.repeatCount] ?? other.durationTicks
            durations[sample.repeatCount] = duration
            packet.durationTicks = duration
        }
        return packet == other ? .known : .uncertain
    }
}
