package import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Decodes the pictures of a track in the order in which they are shown. Not Sendable: one stage owns it.
package final class PictureTrackDecoder {
    let reader: any SampleReading
    private let decoding: DecodingLoop
    private let disposables: DisposableSamples
    private let counters: RenderCounters
    /// The decode times of samples that have no presentation time, in ascending order.
    private var unsaid: [Int64] = []
    /// The decode time that the next sample gets that has none.
    private var nextDecodeTicks: Int64 = 0
    /// Pictures before this one are only decoded where others need them.
    private var firstWanted = Int64.min
    /// The last picture that came, in ticks of the media.
    private(set) var last: Int64?
    /// Also those that refer to pictures the decoder never saw: from the next place on that it goes to.
    var givesDamagedPictures: Bool
    /// How many samples that others refer to have come since decoding started; nil where it started at the beginning.
    private var neededSinceSeek: Int?
    /// What is added to the container's clock, after it has started again.
    private var clockShift: Int64 = 0

    /// `threadCount`: how many threads decode; 0 is one for each core. `givesDamagedPictures`: also those that refer to
    /// pictures the decoder never saw.
    package init(
        _ reader: any SampleReading,
        threadCount: Int = 0,
        givesDamagedPictures: Bool = false,
        counters: RenderCounters,
        flag: CancellationFlag
    ) throws {
        self.reader = reader
        self.counters = counters
        self.givesDamagedPictures = givesDamagedPictures
        counters.add { $0.pictureDecoders += 1 }
        var options = SampleDecoder.Options()
        options.threadCount = threadCount
        options.givesDamagedPictures = givesDamagedPictures
        decoding = try DecodingLoop(reader, options: options, flag: flag)
        let parameters = reader.parameters
        disposables = DisposableSamples(codec: parameters.traits.codec, codecPrivate: parameters.codecPrivate)
    }

    /// Goes to a place from where the picture at `time` comes out right.
    func seek(to time: CMTime) throws {
        decoding.restart()
        if decoding.givesDamagedPictures != givesDamagedPictures {
            decoding.givesDamagedPictures = givesDamagedPictures
        }
        (unsaid, nextDecodeTicks, last, clockShift) = ([], 0, nil, 0)
        let ticks = reader.tick.ticks(at: time) ?? .min
        firstWanted = start(ofPictureAt: ticks) ?? .min
        try reader.seek(to: ticks)
        neededSinceSeek = 0
    }

    /// Goes on to a later picture from where it is: those in between are only decoded where others need them.
    func goOn(to ticks: Int64) {
        if let start = start(ofPictureAt: ticks) { firstWanted = start }
    }

    /// When the picture begins that shows at a time, where the container lists its samples.
    func start(ofPictureAt ticks: Int64) -> Int64? {
        guard let index = reader.listed?.index else { return nil }
        return index.index(presentedAt: ticks).map { index.table.presentationTicks(of: $0) }
    }

    /// What went wrong before does not matter any more.
    func forgetErrors() { decoding.forgetErrors() }

    /// Fills the slot with the next picture and says when it is shown, in ticks of the media; nil at the end.
    func next(into frame: borrowing Frame) throws -> Int64? {
        while try decoding.next(into: frame, { isWanted($0) }) {
            counters.add { $0.picturesDecoded += 1 }
            if let ticks = ticks(of: frame) { return ticks }
        }
        return nil
    }

    private func isWanted(_ packet: borrowing Packet) -> Bool {
        guard let ticks = packet.presentationTicks else {
            let ticks = packet.decodeTicks ?? nextDecodeTicks
            nextDecodeTicks = ticks.addingClamped(max(1, packet.durationTicks))
            guard !isLeading(packet) else {
                // The key frame is shown behind the leading pictures that are left out: at the time of the last of
                // them.
                if let key = unsaid.indices.last { unsaid[key] = ticks }
                counters.add { $0.packetsSkipped += 1 }
                return false
            }
            unsaid.append(ticks)
            return true
        }
        guard ticks < firstWanted, disposables.contains(packet) else { return true }
        counters.add { $0.packetsSkipped += 1 }
        return false
    }

    /// A leading picture of the key frame that decoding has just started with: it refers to the GOP before.
    private func isLeading(_ packet: borrowing Packet) -> Bool {
        guard let count = neededSinceSeek else { return false }
        if count == 0, (packet.decodeTicks ?? 0) <= 0 {
            // It is the beginning: nothing comes before that.
            neededSinceSeek = nil
            return false
        }
        if count == 1, disposables.isLeading(packet) { return true }
        neededSinceSeek = count < 2 ? count + 1 : nil
        return false
    }

    /// nil for a picture that is no later than the one before: nothing of it is to be seen.
    private func ticks(of frame: borrowing Frame) -> Int64? {
        let said = frame.packetPresentationTicks.map { $0.addingClamped(clockShift) }
        var ticks = said ?? earliestUnsaid(step: max(1, frame.durationTicks))
        if let last, ticks <= last {
            let second = Int64(reader.tick.denominator) / Int64(max(reader.tick.numerator, 1))
            guard last.subtractingClamped(ticks) > second else { return nil }
            // The clock has started again, so this picture follows the last one.
            let step = max(1, frame.durationTicks)
            clockShift = clockShift.addingClamped(last.addingClamped(step).subtractingClamped(ticks))
            ticks = last.addingClamped(step)
        }
        last = ticks
        return ticks
    }

    /// Decoders give pictures in the order in which they are shown: the n-th one has the n-th time. Where some samples say
    /// their time, the others come behind what has been shown.
    private func earliestUnsaid(step: Int64) -> Int64 {
        if let last { unsaid.removeAll { $0.addingClamped(clockShift) <= last } }
        guard let place = unsaid.indices.min(by: { unsaid[$0] < unsaid[$1] }) else {
            return last.map { $0.addingClamped(step) } ?? 0
        }
        return unsaid.remove(at: place).addingClamped(clockShift)
    }
}
