import AssetKitTimePitch
import Testing

/// What is tested, by name.
enum Algorithm: String, CaseIterable, CustomTestStringConvertible {
    case timeDomain = "time domain"
    case zeroLatency = "zero latency"
    case spectral
    case spectralStandard = "spectral, standard window"

    static let timeDomainOnes: [Algorithm] = [.timeDomain, .zeroLatency]
    static let spectralOnes: [Algorithm] = [.spectral, .spectralStandard]

    var testDescription: String { rawValue }

    func stretcher(_ speed: Speed, rate: Int = 48000, channelCount: Int = 1) throws -> any TimeStretcher {
        switch self {
        case .timeDomain: return TimeDomainStretcher(speed, rate: rate, channelCount: channelCount)
        case .zeroLatency:
            return TimeDomainStretcher(speed, rate: rate, channelCount: channelCount, tuning: .zeroLatency)
        case .spectral:
            guard let found = SpectralStretcher(speed, rate: rate, channelCount: channelCount) else {
                throw NoLibrary()
            }
            return found
        case .spectralStandard:
            let found = SpectralStretcher(speed, rate: rate, channelCount: channelCount, window: .standard)
            guard let found else { throw NoLibrary() }
            return found
        }
    }

    /// librubberband is not there, though the set-up installs it.
    struct NoLibrary: Error {}
}

/// What a stretcher made.
struct Stretched {
    var channels: [[Float]]
    /// How many frames of the source it stands for.
    var consumed = 0
    /// The same by the speeds that were asked for.
    var expected = 0.0
    /// Reads that brought nothing although the source had ended.
    var idleReads = 0

    /// Stretches all of some sound. `block`: how many frames go in and come out at once. `speeds` gives the speed for the
    /// frames from a number on; nil to leave it.
    init(
        _ source: [[Float]],
        by speed: Speed,
        _ stretcher: any TimeStretcher,
        block: Int = 1024,
        count: Int? = nil,
        speeds: (Int) -> Speed? = { _ in nil }
    ) throws {
        let length = source.first?.count ?? 0
        let count = count ?? Int(speed.frameCount(of: Int64(length)))
        channels = source.map { _ in [Float](repeating: 0, count: count) }
        var (made, given) = (0, 0)
        while made < count, idleReads < 3 {
            if let speed = speeds(made) { stretcher.speed = speed }
            let frames = try Self.lend(&channels, from: made) { planes in
                try stretcher.read(into: planes, capacity: min(block, count - made))
            }
            made += frames.count
            consumed += frames.consumed
            expected += Double(frames.count) * stretcher.speed.value
            guard frames.count == 0 else { continue }
            guard given < length else {
                idleReads += 1
                try stretcher.finish()
                continue
            }
            let next = min(block, length - given)
            try Self.lend(source, from: given) { try stretcher.append($0, count: next) }
            given += next
        }
    }

    var isComplete: Bool { idleReads < 3 }

    var isOfNumbers: Bool { channels.allSatisfy { $0.allSatisfy { $0.isFinite } } }

    private static func lend<R>(
        _ channels: inout [[Float]],
        from place: Int,
        _ body: ([UnsafeMutablePointer<Float>]) throws -> R
    ) rethrows -> R {
        // Arrays of an array do not move while nobody appends to them.
        let planes = channels.indices.map { index in
            channels[index].withUnsafeMutableBufferPointer { $0.baseAddress! + place }
        }
        return try body(planes)
    }

    private static func lend(
        _ channels: [[Float]],
        from place: Int,
        _ body: ([UnsafePointer<Float>]) throws -> Void
    ) rethrows {
        try body(channels.map { $0.withUnsafeBufferPointer { $0.baseAddress! + place } })
        withExtendedLifetime(channels) {}
    }
}

/// The speeds that everyday use has.
enum UsualSpeeds {
    static let all = [Speed(1, 2), Speed(4, 5), Speed(5, 4), Speed(3, 2), Speed(2, 1)]
}
