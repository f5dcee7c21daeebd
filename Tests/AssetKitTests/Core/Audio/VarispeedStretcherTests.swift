import AssetKitCore
import AssetKitTimePitch
import Foundation
import Testing

@Suite("Varispeed")
struct VarispeedStretcherTests {
    private static let speeds = [
        Speed(1, 32), Speed(1, 8), Speed(1, 2), Speed(24, 25), Speed(1000, 1001), Speed(25, 24), Speed(5, 4),
        Speed(100_003, 99_991), Speed(2, 1), Speed(4, 1), Speed(32, 1), Speed(1_234_577, 1_000_003),
    ]

    @Test("a sine comes out at the pitch that follows from the speed, clean, and exactly as long", arguments: speeds)
    func sine(speed: Speed) throws {
        let (rate, frequency) = (48_000, 400.0)
        let count = speed.value < 1 ? 24_000 : 24_000 * Int(speed.value)
        let source = (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
        let result = try Self.stretch([source, source.map { -$0 }], by: speed, rate: rate)
        let expected = Int(speed.frameCount(of: Int64(count)))
        #expect(result.planes.allSatisfy { $0.count == expected })
        #expect(abs(result.consumed - count) <= Int(speed.value.rounded(.up)))
        #expect(zip(result.planes[0], result.planes[1]).allSatisfy { $0 == -$1 })
        // Away from both ends, where the sound that the filter looks for is missing.
        let part = expected / 5..<expected * 4 / 5
        let fit = SineFit(result.planes[0], part, period: Double(rate) / (frequency * speed.value))
        #expect(fit.signalToNoise >= 100, "\(fit.signalToNoise) dB")
        #expect(abs(fit.centsOff) <= 0.001, "\(fit.centsOff) cents")
    }

    @Test("at the speed of the source samples pass as they are")
    func normalSpeed() throws {
        let source = (0..<10_000).map { Float(($0 * 7919) % 1009) / 1009 }
        #expect(try Self.stretch([source], by: .normal, rate: 8000).planes == [source])
    }

    @Test("beyond the speeds at which sound is heard there is silence", arguments: [Speed(33, 1), Speed(1, 33)])
    func silence(speed: Speed) throws {
        let source = [Float](repeating: 0.5, count: 40_000)
        let result = try Self.stretch([source], by: speed, rate: 44_100)
        #expect(result.planes[0] == [Float](repeating: 0, count: Int(speed.frameCount(of: 40_000))))
    }

    @Test("a click is heard when its time has come", arguments: [Speed(1, 4), Speed(24, 25), Speed(3, 2), Speed(8, 1)])
    func click(speed: Speed) throws {
        var source = [Float](repeating: 0, count: 96_000)
        for place in [12_000, 48_000, 90_000] { source[place] = 1 }
        let result = try Self.stretch([source], by: speed, rate: 48_000).planes[0]
        for place in [12_000, 48_000, 90_000] {
            let wanted = Int(speed.frameCount(of: Int64(place)))
            let around = wanted - 200..<wanted + 200
            #expect(around.max { abs(result[$0]) < abs(result[$1]) } == wanted)
        }
    }

    @Test("another speed fades in without a step, and goes on from the same place")
    func changes() throws {
        let rate = 48_000
        let source = (0..<96_000).map { Float(0.5 * sin(2 * .pi * 200 * Double($0) / Double(rate))) }
        let stretcher = try VarispeedStretcher(.normal, sampleRate: rate, channelCount: 1)
        try Self.append([source], to: stretcher)
        var (sound, consumed) = ([Float](), 0)
        for speed in [Speed.normal, Speed(2, 1), Speed(1, 2), Speed(3, 4), Speed(100, 1)] {
            stretcher.speed = speed
            let part = try Self.read(7000, from: stretcher, channelCount: 1)
            sound += part.planes[0]
            let wanted = Double(part.planes[0].count) * speed.value
            #expect(part.planes[0].count == 7000 || !speed.isAudible)
            #expect(abs(Double(part.consumed) - wanted) <= max(2, speed.value))
            consumed += part.consumed
        }
        // A sine of 200 Hz at twice the speed rises by 0.5 * 2 pi * 400 / 48,000 from one sample to the next.
        let steepest = zip(sound, sound.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(steepest < 0.028)
    }

    // MARK: Means

    private static func stretch(
        _ planes: [[Float]],
        by speed: Speed,
        rate: Int
    ) throws -> (planes: [[Float]], consumed: Int) {
        let stretcher = try VarispeedStretcher(speed, sampleRate: rate, channelCount: planes.count)
        let wanted = Int(speed.frameCount(of: Int64(planes[0].count)))
        var (result, consumed, place) = (planes.map { _ in [Float]() }, 0, 0)
        func take() throws {
            let part = try read(wanted - result[0].count, from: stretcher, channelCount: planes.count)
            for (number, plane) in part.planes.enumerated() { result[number] += plane }
            consumed += part.consumed
        }
        // Blocks of no length in particular.
        while place < planes[0].count {
            let end = min(place + 1777, planes[0].count)
            try append(planes.map { Array($0[place..<end]) }, to: stretcher)
            place = end
            try take()
        }
        try stretcher.finish()
        try take()
        return (result, consumed)
    }

    private static func append(_ planes: [[Float]], to stretcher: VarispeedStretcher) throws {
        let memory = planes.map { plane in
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: plane.count)
            memory.initialize(from: plane, count: plane.count)
            return memory
        }
        defer { memory.forEach { $0.deallocate() } }
        try stretcher.append(memory.map { UnsafePointer($0) }, count: planes[0].count)
    }

    /// Reads up to so many frames, or what there is.
    private static func read(
        _ most: Int,
        from stretcher: VarispeedStretcher,
        channelCount: Int
    ) throws -> (planes: [[Float]], consumed: Int) {
        var (result, consumed) = ([[Float]](repeating: [], count: channelCount), 0)
        let memory = (0..<channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 1000) }
        defer { memory.forEach { $0.deallocate() } }
        while result[0].count < most {
            let got = try stretcher.read(into: memory, capacity: min(1000, most - result[0].count))
            guard got.count > 0 else { break }
            consumed += got.consumed
            for (number, plane) in memory.enumerated() {
                result[number] += UnsafeBufferPointer(start: plane, count: got.count)
            }
        }
        return (result, consumed)
    }
}
