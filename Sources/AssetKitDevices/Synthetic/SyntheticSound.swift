internal import Foundation

/// What a synthetic microphone hears. A second is worked out once, and copied from then on.
final class SyntheticSound: Sendable {
    private let format: DeviceSoundFormat
    private let signal: AKSyntheticMicrophone.Signal
    private let start: Int64
    private let driftPPM: Double
    /// A second of the world's sound in one channel, without and with short tones for all eight bits of its number.
    private let silent: [Float]
    private let full: [Float]

    init(_ format: DeviceSoundFormat, _ signal: AKSyntheticMicrophone.Signal, driftPPM: Double, start: Int64) {
        (self.format, self.signal, self.start) = (format, signal, start)
        self.driftPPM = min(max(driftPPM, -5_000), 5_000)
        silent = signal == .beeps ? Self.second(format.sampleRate, bits: false) : []
        full = signal == .beeps ? Self.second(format.sampleRate, bits: true) : []
    }

    /// Frames in a block: 10 ms.
    var blockSize: Int { max(1, format.sampleRate / 100) }

    /// When a block begins.
    func moment(_ block: Int64) -> Int64 { moment(frame: block * Int64(blockSize)) }

    private func moment(frame: Int64) -> Int64 {
        let billionths = Int128((1e9 * (1 + driftPPM / 1e6)).rounded())
        return start
            + Int64(clamping: Int128(frame) * 1_000_000_000 * 1_000_000_000 / (Int128(format.sampleRate) * billionths))
    }

    func block(_ number: Int64) -> DeviceSoundBlock {
        let first = number * Int64(blockSize)
        let mono =
            switch signal {
            case .counter: (0..<Int64(blockSize)).map { Float((first + $0) & 0xFFFFF) / Float(1 << 21) }
            case .beeps: heard(first)
            }
        guard format.channelCount > 1 else { return DeviceSoundBlock(mono, format) }
        let channels = format.channelCount
        let samples = [Float](unsafeUninitializedCapacity: mono.count * channels) { buffer, count in
            for (index, sample) in mono.enumerated() {
                buffer[index * channels..<(index + 1) * channels].initialize(repeating: sample)
            }
            count = mono.count * channels
        }
        return DeviceSoundBlock(samples, format)
    }

    /// What the world sounds like when the frames from `first` on are taken. Within 10 ms a clock that drifts is off by less than a
    /// frame, so they are taken in a row.
    private func heard(_ first: Int64) -> [Float] {
        let moment = moment(frame: first)
        let second = moment.quotientAndRemainder(dividingBy: 1_000_000_000)
        let rate = Int64(format.sampleRate)
        var place = Int(Int128(second.remainder) * Int128(rate) / 1_000_000_000)
        var number = second.quotient
        var result: [Float] = []
        result.reserveCapacity(blockSize)
        while result.count < blockSize {
            let bit = Self.bit(at: place, rate: format.sampleRate)
            let end = min(bit.end, format.sampleRate, place + blockSize - result.count)
            let isTone = bit.number.map { number >> Int64($0) & 1 == 1 } ?? false
            result += (isTone ? full : silent)[place..<end]
            place = end
            if place == format.sampleRate { (place, number) = (0, number + 1) }
        }
        return result
    }

    /// Which bit of the second's number sounds at a place of the second, and where that ends.
    private static func bit(at place: Int, rate: Int) -> (number: Int?, end: Int) {
        let (first, length) = (rate / 10, rate / 20)
        guard place >= first else { return (nil, first) }
        let number = (place - first) / length
        guard number < 8 else { return (nil, rate) }
        return (number, first + (number + 1) * length)
    }

    /// A beep of 50 ms at 1 kHz, then from 100 ms on eight places of 50 ms for tones of 2 kHz and 40 ms.
    private static func second(_ rate: Int, bits: Bool) -> [Float] {
        (0..<rate).map { place in
            let time = Double(place) / Double(rate)
            if time < 0.05 { return Float(0.5 * sin(2 * .pi * 1000 * time)) }
            guard bits, time >= 0.1, time < 0.5 else { return 0 }
            let within = (time - 0.1).truncatingRemainder(dividingBy: 0.05)
            return within < 0.04 ? Float(0.25 * sin(2 * .pi * 2000 * within)) : 0
        }
    }
}
