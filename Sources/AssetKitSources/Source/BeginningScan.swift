internal import AssetKitMedia
internal import CMTimeLib

/// Looks at the samples of a track from the first one on until it is clear which is the first picture that can be
/// decoded.
struct BeginningScan {
    /// No more samples are looked at: where decoding can start with none of them, all are taken as they are.
    static let sampleLimit = 10_000
    static let byteLimit = 64 << 20
    /// No codec stores more leading pictures behind a key frame.
    private static let leadingLimit = 32

    /// What decoding can expect that starts with a sample.
    enum Entry: Equatable {
        /// All pictures behind it come out right: no leading picture needs the GOP before.
        case closed
        /// All but its leading pictures come out right, which refer to the GOP before (an open GOP).
        case open
        /// Pictures come out right only behind so many that others refer to.
        case gradual(Int)
    }

    private enum State { case looking, following(Entry), settled }

    private let samples: DisposableSamples
    private let numbersSamples: Bool
    private var state = State.looking
    private var place = 0
    private var byteCount = 0
    private var draft: PictureBeginning
    private var entryTicks: Int64?

    /// Codecs whose samples tell by themselves what they need.
    static func canTell(_ track: TrackFacts) -> Bool {
        track.mediaType == .video && !track.isProtected
            && track.traits.habits.contains(.tellsEntries)
    }

    /// `numbersSamples`: the container knows no times at which pictures are shown.
    init(codec: MediaCodec?, codecPrivate: [UInt8], tick: TickLength, numbersSamples: Bool = false) {
        draft = PictureBeginning(tick: tick)
        samples = DisposableSamples(codec: codec, codecPrivate: codecPrivate)
        self.numbersSamples = numbersSamples
    }

    /// More samples would tell nothing new.
    var isSettled: Bool { if case .settled = state { true } else { false } }

    /// Where pictures begin; nil where they do with the first one, and where that cannot be told.
    var beginning: PictureBeginning? {
        if case .looking = state { return nil }
        return draft.omittedCount > 0 ? draft : nil
    }

    /// Looks at the next sample in decode order.
    mutating func add(_ bytes: UnsafeRawBufferPointer, isKey: Bool, presentationTicks: Int64?) {
        defer { place += 1 }
        byteCount += bytes.count
        switch state {
        case .settled: return
        case .looking: look(bytes, isKey, presentationTicks)
        case .following(let entry): follow(entry, bytes, presentationTicks)
        }
    }

    private mutating func look(_ bytes: UnsafeRawBufferPointer, _ isKey: Bool, _ ticks: Int64?) {
        guard let entry = samples.entry(bytes, isKey: isKey) else {
            miss(ticks)
            // A track without such a sample is taken as it is.
            guard place + 1 < Self.sampleLimit, byteCount < Self.byteLimit else {
                (draft, state) = (PictureBeginning(tick: draft.tick), .settled)
                return
            }
            return
        }
        draft.missing = place
        (entryTicks, draft.firstTicks) = (ticks, ticks)
        let hasFollowers = entry != .closed && !(entry == .open && numbersSamples)
        state = hasFollowers ? .following(entry) : .settled
    }

    private mutating func follow(_ entry: Entry, _ bytes: UnsafeRawBufferPointer, _ ticks: Int64?) {
        switch entry {
        case .closed: state = .settled
        case .open:
            switch samples.isLeading(bytes, ticks: ticks, key: entryTicks) {
            case .lost where place - draft.missing <= Self.leadingLimit:
                draft.leading.append(place)
                miss(ticks)
            case .good where place - draft.missing <= Self.leadingLimit:
                draft.firstTicks = [draft.firstTicks, ticks].compactMap { $0 }.min()
            default: state = .settled
            }
        case .gradual(let count):
            if let ticks { draft.firstTicks = max(draft.firstTicks ?? ticks, ticks) }
            let rest = samples.contains(bytes) ? count : count - 1
            state = rest > 0 ? .following(.gradual(rest)) : .settled
        }
    }

    private mutating func miss(_ ticks: Int64?) {
        guard let ticks else { return }
        draft.lastMissingTicks = max(draft.lastMissingTicks ?? ticks, ticks)
    }
}
