internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Leads times of stored samples to those of a new track, in whole ticks.
struct CopyTicks: Sendable {
    let timescale: CMTimeScale
    private let numerator: Int128
    private let denominator: Int128
    /// What ticks are multiplied by, where every time comes out exactly.
    private let factor: Int64?
    private let shift: Int64
    private let decodeShift: Int64

    init(_ copied: CopiedRuns, from tick: TickLength, timescale: CMTimeScale) {
        self.timescale = timescale
        numerator = Int128(tick.numerator) * Int128(timescale)
        denominator = Int128(tick.denominator)
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        factor = remainder == 0 ? Int64(exactly: quotient) : nil
        shift = copied.shift.convertScale(timescale, method: .roundHalfAwayFromZero).value
        decodeShift = copied.decodeShift.convertScale(timescale, method: .roundHalfAwayFromZero).value
    }

    /// Every time comes out exactly.
    var isExact: Bool { factor != nil }

    /// How long so many stored ticks are, rounded to the nearest.
    func length(_ ticks: Int64) -> Int64 {
        if let factor {
            let (product, overflow) = ticks.multipliedReportingOverflow(by: factor)
            if !overflow { return product }
        }
        let product = Int128(ticks) * numerator
        if product % denominator == 0 { return Int64(clamping: product / denominator) }
        return Int64(clamping: (product * 2 + denominator).floorDivided(by: denominator * 2))
    }

    func presentation(_ ticks: Int64) -> Int64 { length(ticks).addingClamped(shift) }

    func decode(_ ticks: Int64) -> Int64 { length(ticks).addingClamped(decodeShift) }

    func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: timescale) }
}

/// Counts when packets of sound begin, whose container's clock is too coarse for it.
struct CopySoundClock: Sendable {
    /// How far the container's clock may be off before its word counts: one of its ticks, and the rounding.
    private let tolerance: Int64
    private var expected: Int64?
    /// The new file takes no packet that begins before the last one.
    private let isRising: Bool
    /// When the packet before begins.
    private var last: Int64?

    /// `tick`: how long a tick of the container is, in those of the new track. `isRising`: the new file takes no packet
    /// that begins before the last one.
    init(tick: Int64, isRising: Bool = false) { (tolerance, self.isRising) = (tick + 1, isRising) }

    /// When a packet of so many frames begins that the container says begins then.
    mutating func next(_ stated: Int64, count: Int64) -> Int64 {
        var start = stated
        if let expected, abs(expected.subtractingClamped(stated)) <= tolerance { start = expected }
        // Where packets overlap, what the container rounded to one of its ticks may be before what was counted on.
        if isRising, let last, start < last, last.subtractingClamped(start) <= tolerance { start = last }
        last = start
        expected = start.addingClamped(count)
        return start
    }

    /// The packet that comes first begins then, where the container says nearly the same.
    mutating func expect(_ start: Int64) { expected = start }
}

/// How many frames a packet of sound makes, by its own word or by the codec's.
enum PacketFrames: Sendable {
    case fixed(Int64)
    /// Packets say it themselves.
    case opus
    /// Of Vorbis: some lengths, which those of the blocks make.
    case blocks([Int64])
    /// Uncompressed, in frames of so many bytes.
    case plain(Int64)
    /// Only the container knows.
    case unknown

    init(_ track: TrackFacts) {
        self = .unknown
        if case let width = track.plainFrameByteCount, width > 0 { self = .plain(Int64(width)) }
        switch track.knownCodec {
        case .opus: self = .opus
        case .vorbis: if case let lengths = track.vorbisPacketLengths, !lengths.isEmpty { self = .blocks(lengths) }
        case .aac, .mp3, .mp2, .ac3, .eac3, .flac, .dts:
            if let audio = track.audio, audio.framesPerPacket > 0 { self = .fixed(Int64(audio.framesPerPacket)) }
        case .trueHD:
            // 40 at 44.1 and 48 kHz, twice as many at twice the rate, and so on.
            guard let rate = track.audio?.sampleRate, (44_100...192_000).contains(rate) else { return }
            self = .fixed(Int64(rate) / (Int64(rate) % 44_100 == 0 ? 44_100 : 48_000) * 40)
        default: return
        }
    }

    /// nil where only the container knows.
    func count(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        switch self {
        case .fixed(let count): count
        case .opus: Self.opus(bytes)
        case .plain(let width): Int64(bytes.count) / width
        case .blocks, .unknown: nil
        }
    }

    /// RFC 6716, 3.1: the first byte tells how long a frame is, and how many there are. At 48 kHz.
    private static func opus(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard let head = bytes.first else { return nil }
        let configuration = Int(head >> 3)
        let length: Int64 =
            switch configuration {
            case 0..<12: [480, 960, 1920, 2880][configuration & 3]
            case 12..<16: configuration & 1 == 0 ? 480 : 960
            default: [120, 240, 480, 960][configuration & 3]
            }
        switch head & 3 {
        case 0: return length
        case 1, 2: return length * 2
        default: return bytes.count > 1 ? length * Int64(bytes[1] & 0x3f) : nil
        }
    }
}
