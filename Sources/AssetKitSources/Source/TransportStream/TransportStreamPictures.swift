internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// The pictures of a transport stream, of which each has a unit of its own.
struct TransportStreamPictures {
    private let stream: Int
    private let codec: WholePicture.Codec
    private let parser: SampleParser
    private var lastDecodeTicks = Int64.min
    /// Parameter sets of the pictures that FFmpeg's demuxer has read too: they say the rate, which durations are made of.
    private var sets: [[UInt8]] = []
    /// The parameter sets that FFmpeg's parser has read last, as they lie in the unit.
    private var parsedSets: [UInt8] = []
    /// FFmpeg counts a zero in front of a picture of HEVC to the one before, so that this one's size is not known yet.
    private var waiting: TransportStreamSample?
    private var isFirst = true

    /// nil for a stream whose samples only FFmpeg's demuxer can list.
    init?(_ stream: DemuxedStream) {
        switch stream.knownCodec {
        case .h264: codec = .h264
        case .hevc: codec = .hevc
        default: return nil
        }
        guard let parser = SampleParser(stream) else { return nil }
        (self.stream, self.parser) = (stream.index, parser)
    }

    /// A zero between two pictures may be counted to either.
    var hasLooseEnds: Bool { codec == .hevc }

    /// Adds the picture of a unit to `samples`; false where that is not certainly what FFmpeg makes of it. `isKnown`: FFmpeg has
    /// told it.
    mutating func take(
        _ unit: TransportStreamUnit,
        _ bytes: UnsafeRawBufferPointer,
        isKnown: Bool,
        _ samples: inout [TransportStreamSample]
    ) -> Bool {
        guard let shown = unit.presentationTicks, let decoded = unit.decodeTicks, lastDecodeTicks < decoded,
            decoded <= shown, let picture = WholePicture(bytes, codec), knows(picture.sets, isKnown),
            let found = look(unparsed(bytes, picture), unit.position, shown)
        else { return false }
        if found.isBidirectional { parser.noteReordering() }
        // One picture of delay, and none for this one, which is no B-frame: FFmpeg takes such times for wrong and drops one.
        guard parser.reorderingDepth != 1 || decoded != shown || found.isBidirectional else { return false }
        lastDecodeTicks = decoded
        let packet = ListedPacket(
            stream: stream,
            position: unit.position,
            byteCount: bytes.count,
            decodeTicks: decoded,
            presentationTicks: shown,
            durationTicks: 0,
            marks: found.isKey ?? false ? .sync : []
        )
        add(TransportStreamSample(packet: packet, repeatCount: found.repeatCount), picture.hasLeadingZero, &samples)
        return true
    }

    /// Adds what waits for the end of the stream.
    mutating func finish(_ samples: inout [TransportStreamSample]) {
        if let waiting { samples.append(waiting) }
        waiting = nil
    }

    private mutating func add(
        _ sample: TransportStreamSample,
        _ hasLeadingZero: Bool,
        _ samples: inout [TransportStreamSample]
    ) {
        guard codec == .hevc else { return samples.append(sample) }
        var sample = sample
        if hasLeadingZero {
            waiting?.packet.byteCount += 1
            if !isFirst { sample.packet.byteCount -= 1 }
        }
        finish(&samples)
        (waiting, isFirst) = (sample, false)
    }

    /// Whether there is no new parameter set, behind what FFmpeg's demuxer has read: what it makes of one is not known.
    private mutating func knows(_ new: [[UInt8]], _ isKnown: Bool) -> Bool {
        for set in new where !sets.contains(set) {
            guard isKnown, sets.count < 64 else { return false }
            sets.append(set)
        }
        return true
    }

    /// What of a picture the parser has to read. Parameter sets that it has read last would change nothing, nor do delimiters, and
    /// each set costs it as much as many pictures.
    private mutating func unparsed(_ bytes: UnsafeRawBufferPointer, _ picture: WholePicture) -> UnsafeRawBufferPointer {
        guard picture.hasSets else { return bytes }
        guard let place = picture.placeOfSets else {
            parsedSets = []
            return bytes
        }
        let sets = bytes[place]
        if sets.elementsEqual(parsedSets) { return UnsafeRawBufferPointer(rebasing: bytes[place.upperBound...]) }
        parsedSets = Array(sets)
        return bytes
    }

    private func look(_ bytes: UnsafeRawBufferPointer, _ position: Int64, _ shown: Int64) -> SampleParser.Finding? {
        let found = parser.next(byteCount: bytes.count, presentationTicks: shown, position: position) { memory in
            memory.copyMemory(from: bytes)
            return bytes.count
        }
        return found?.presentationTicks == shown ? found : nil
    }
}
