internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Reads samples by a container's own tables, straight from the bytes: there is no demuxer with a position, so many may
/// read at once.
final class IndexedSampleReader: ListedSampleReading {
    /// More than any sample that can be decoded has.
    private static let byteLimit: Int64 = 512 << 20
    /// So many samples come in a large packet.
    private static let largePacket = 4096

    let parameters: CodecParameters
    let index: SampleIndex
    private let facts: TrackFacts
    /// Stays open as long as it is read.
    private let media: OpenedMedia
    private let source: any AKByteSource
    /// Packets of sound are small: reading each alone would take longer than decoding some.
    private lazy var readAhead = facts.mediaType == .audio ? ReadAhead(source) : nil
    private let counters: RenderCounters
    private let flag: CancellationFlag
    private(set) var position = 0
    private var samplesAtOnce = 1
    private(set) var packedCount = 1
    /// The description that the decoder has; nil when that is not known, as after a seek.
    private var description: Int?

    init(
        _ track: TrackSource,
        _ index: SampleIndex,
        _ parameters: CodecParameters,
        _ media: OpenedMedia
    ) {
        (facts, self.index, self.parameters, self.media) = (track.facts, index, parameters, media)
        (source, counters, flag) = (media.source, media.counters, media.flag)
    }

    private init(sharing other: IndexedSampleReader) {
        (facts, index, parameters, media) = (other.facts, other.index, other.parameters, other.media)
        (source, counters, flag) = (other.source, other.counters, other.flag)
    }

    func copy() -> any ListedSampleReading { IndexedSampleReader(sharing: self) }

    var listed: (any ListedSampleReading)? { self }

    var tick: TickLength { index.tick }

    /// The tables have both times of every sample.
    var storedTimes: StoredTimes { StoredTimes(hasDecodeTimes: true, hasPresentationTimes: true, mayReorder: true) }

    /// Each sample is read from its own place, whatever became of the one before.
    var hasFailed: Bool { false }

    func seek(to ticks: Int64) throws { go(to: index.decodingStart(forSampleShownAt: ticks)) }

    func goToStart() { go(to: 0) }

    func allowLargePackets() { samplesAtOnce = Self.largePacket }

    func go(to place: Int) {
        (position, description) = (place, nil)
        counters.add { $0.seeks += 1 }
    }

    func read(into packet: borrowing Packet) throws -> Bool {
        try flag.check()
        guard position < index.count else { return false }
        let sample = index[position]
        guard let offset = sample.position, sample.byteCount <= Self.byteLimit else {
            throw MediaProblem(code: .decodeFailed, reason: "sample \(position + 1) cannot be that large")
        }
        let count = samplesAtOnce > 1 ? uniformCount(from: sample, at: offset) : 1
        let byteCount = sample.byteCount * Int64(count)
        let label = PacketLabel(
            presentationTicks: sample.presentationTicks,
            decodeTicks: sample.decodeTicks,
            durationTicks: sample.durationTicks * Int64(count),
            isKey: sample.isSync,
            position: offset
        )
        // Before memory is set aside for what is not there.
        if let length = try source.length, offset > length - byteCount { throw endsEarly }
        try packet.fill(byteCount: Int(byteCount), label) { try read(into: $0, at: offset) }
        try describe(sample, packet)
        position += count
        packedCount = count
        counters.add { $0.packetsRead += 1 }
        return true
    }

    /// How many samples, this one included, are as long as it and lie behind it, one after the other.
    private func uniformCount(from sample: IndexedSample, at offset: Int64) -> Int {
        let most = min(samplesAtOnce, index.count - position, Int(Self.byteLimit / max(1, sample.byteCount)))
        // Where the last one lies where it must, those between do too.
        let last = BinarySearch.last(in: 0..<most) { ahead in
            let other = index[position + ahead]
            return other.position == offset.addingClamped(Int64(ahead) * sample.byteCount)
                && other.presentationTicks
                    == sample.presentationTicks.addingClamped(Int64(ahead) * sample.durationTicks)
                && other.byteCount == sample.byteCount && other.descriptionIndex == sample.descriptionIndex
        }
        return (last ?? 0) + 1
    }

    private func read(into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
        var filled = 0
        while filled < memory.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
            let place = offset + Int64(filled)
            let count = try readAhead?.read(at: place, into: rest) ?? source.read(at: place, into: rest)
            guard count > 0, count <= rest.count else { throw endsEarly }
            filled += count
        }
    }

    private var endsEarly: MediaProblem {
        MediaProblem(code: .decodeFailed, reason: "it ends before sample \(position + 1) does")
    }

    /// Tells the decoder where samples of another description begin.
    private func describe(_ sample: IndexedSample, _ packet: borrowing Packet) throws {
        guard facts.descriptions.count > 1, sample.descriptionIndex != description,
            facts.descriptions.indices.contains(sample.descriptionIndex)
        else { return }
        description = sample.descriptionIndex
        let fresh = facts.descriptions[sample.descriptionIndex]
        let header = ["avcC", "hvcC", "av1C"].compactMap { fresh.atoms[$0] }.first
        if let header { try packet.attach(codecPrivate: header) }
    }
}

extension SampleIndex {
    /// The place in decode order that decoding must start at for the sample shown at `ticks` to come out right.
    package func decodingStart(forSampleShownAt ticks: Int64) -> Int {
        guard count > 0 else { return 0 }
        return decodingStart(for: index(presentedAt: ticks) ?? order[0])
    }

    /// The place in decode order that decoding must start at for this sample to come out right.
    ///
    /// The key frame of an open GOP is stored before its leading pictures, which refer to the GOP before; so the key
    /// frame itself must be shown no later than the sample.
    package func decodingStart(for sample: Int) -> Int {
        let ticks = table.presentationTicks(of: sample)
        var place = accessPoint(atOrBefore: sample)
        while let found = place, table.presentationTicks(of: found) > ticks {
            place = found > 0 ? accessPoint(atOrBefore: found - 1) : nil
        }
        return place ?? 0
    }
}
