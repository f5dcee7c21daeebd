internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A track of a transport stream whose samples are listed by its units, beside what FFmpeg has told of it.
struct TransportStreamTrack {
    let index: Int
    let storage: TransportStreamStorage
    /// One of the two, changed in place for each unit.
    private var pictures: TransportStreamPictures?
    private var sound: TransportStreamSound?
    /// The first packets as FFmpeg's demuxer has read them: what is listed here has to be the same.
    private let told: [ListedPacket]
    private(set) var count = 0
    /// How long FFmpeg says that pictures last, by how many fields more they show for.
    private var durations: [Int: Int64] = [:]

    /// nil for a track whose samples only FFmpeg's demuxer can list.
    init?(_ facts: TrackFacts, _ stream: DemuxedStream, _ layout: TransportStreamLayout, told: [ListedPacket]) {
        // Of a stream that begins late nothing could be compared.
        guard told.count > 1 else { return nil }
        let (endsWithNext, hasLooseEnds): (Bool, Bool)
        if let pictures = TransportStreamPictures(stream) {
            (self.pictures, endsWithNext, hasLooseEnds) = (pictures, true, pictures.hasLooseEnds)
        } else if let sound = TransportStreamSound(stream, clockOffset: stream.demuxer.clockOffset) {
            (self.sound, endsWithNext, hasLooseEnds) = (sound, sound.endsWithNext, false)
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

    /// All packets that FFmpeg's demuxer has read have been compared.
    var hasTold: Bool { count >= told.count }

    /// The samples of a unit; false where they are not certainly what FFmpeg makes of it.
    mutating func take(
        _ unit: TransportStreamUnit,
        _ bytes: UnsafeRawBufferPointer,
        _ samples: inout [TransportStreamSample]
    ) -> Bool {
        let isKnown = !hasTold
        return pictures?.take(unit, bytes, isKnown: isKnown, &samples) ?? sound?.take(unit, bytes, &samples) ?? false
    }

    /// Those that wait for the end of the stream.
    mutating func finish(_ samples: inout [TransportStreamSample]) { pictures?.finish(&samples) }

    /// What comes of the next sample.
    enum Outcome {
        /// FFmpeg's demuxer has read it too, and says the same.
        case known
        /// It lies behind what the demuxer has read, and is to be listed.
        case new(ListedPacket)
        /// The demuxer says something else of it, or would perhaps.
        case uncertain
    }

    mutating func settle(_ sample: TransportStreamSample) -> Outcome {
        defer { count += 1 }
        var packet = sample.packet
        guard !hasTold else {
            guard pictures != nil else { return .new(packet) }
            guard let duration = durations[sample.repeatCount] else { return .uncertain }
            packet.durationTicks = duration
            return .new(packet)
        }
        let other = told[count]
        // FFmpeg guesses these times of the first packets: here they say nothing.
        if count < told.count / 2 {
            (packet.decodeTicks, packet.durationTicks) = (other.decodeTicks, other.durationTicks)
        } else if pictures != nil {
            let duration = durations[sample.repeatCount] ?? other.durationTicks
            durations[sample.repeatCount] = duration
            packet.durationTicks = duration
        }
        return packet == other ? .known : .uncertain
    }
}
