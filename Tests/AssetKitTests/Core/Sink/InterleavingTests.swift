import CMTimeLib
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBase

@Suite("Interleaving")
struct InterleavingTests {
    /// Takes all that is due.
    private func drain(_ interleaving: inout Interleaving) -> [String] {
        var written: [String] = []
        while let (sample, track) = interleaving.next() {
            interleaving.wrote(sample, to: track)
            written.append("\(track)@\(sample.decodeTime.value)")
        }
        return written
    }

    private func may(_ track: Int, in interleaving: inout Interleaving) -> Bool { interleaving.canAppend(to: track) }

    private func released(_ interleaving: inout Interleaving) -> [Int] { interleaving.takeReleased() }

    @Test("half a second of one track follows half a second of the other")
    func order() {
        var interleaving = Interleaving([.even, .even])
        for time in stride(from: Int64(0), to: 1000, by: 250) { interleaving.append(.test(at: time), to: 1) }
        #expect(drain(&interleaving).isEmpty)
        for time in stride(from: Int64(0), to: 1000, by: 300) { interleaving.append(.test(at: time), to: 0) }
        #expect(drain(&interleaving) == ["0@0", "0@300", "1@0", "1@250", "0@600", "0@900"])
        interleaving.end(0)
        #expect(drain(&interleaving) == ["1@500", "1@750"])
    }

    @Test("times before zero come first")
    func negativeTimes() {
        var interleaving = Interleaving([.even, .even])
        interleaving.append(.test(at: 0), to: 0)
        interleaving.append(.test(at: -21), to: 1)
        interleaving.append(.test(at: 0), to: 1)
        interleaving.endAll()
        #expect(drain(&interleaving) == ["1@-21", "0@0", "1@0"])
    }

    @Test("a track waits when it is half a second to a second ahead of the slowest unfinished one")
    func waiting() {
        var interleaving = Interleaving([.even, .even, .even])
        interleaving.end(2)
        for time in stride(from: Int64(0), through: 1000, by: 100) {
            #expect(may(0, in: &interleaving))
            interleaving.append(.test(at: time), to: 0)
        }
        #expect(!may(0, in: &interleaving))
        #expect(may(1, in: &interleaving))
        interleaving.append(.test(at: 0), to: 1)
        #expect(released(&interleaving) == [])
        interleaving.append(.test(at: 500), to: 1)
        #expect(released(&interleaving) == [0])
        #expect(released(&interleaving) == [])
        interleaving.append(.test(at: 1500), to: 0)
        #expect(!may(0, in: &interleaving))
        interleaving.end(1)
        #expect(released(&interleaving) == [0])
    }

    @Test("who has been told to go on may, though another track begins earlier than all that came")
    func promise() {
        var interleaving = Interleaving([.even, .even])
        interleaving.append(.test(at: 2500), to: 0)
        #expect(may(0, in: &interleaving))
        interleaving.append(.test(at: 0), to: 1)
        #expect(may(0, in: &interleaving))
        interleaving.append(.test(at: 2600), to: 0)
        #expect(!may(0, in: &interleaving))
    }

    @Test("a track without a fellow never waits, and nothing of it is kept")
    func alone() {
        var interleaving = Interleaving([.even])
        for time in stride(from: Int64(0), to: 100_000, by: 1000) {
            #expect(may(0, in: &interleaving))
            interleaving.append(.test(at: time), to: 0)
            #expect(drain(&interleaving).count == 1)
        }
        #expect(interleaving.byteCount == 0)
    }

    @Test("a track waits when it has too many bytes, until they are written")
    func bytes() {
        var interleaving = Interleaving([.even, .even], byteLimit: 100)
        interleaving.append(.test(at: 0, byteCount: 99), to: 0)
        #expect(may(0, in: &interleaving))
        interleaving.append(.test(at: 1, byteCount: 99), to: 0)
        #expect(!may(0, in: &interleaving))
        interleaving.append(.test(at: 0), to: 1)
        let (first, track) = interleaving.next() ?? (.test(at: 9), 9)
        #expect(track == 0)
        #expect(!may(0, in: &interleaving))
        interleaving.wrote(first, to: track)
        #expect(released(&interleaving) == [0])
    }

    @Test("nobody waits for a track that has a sample now and then, and its samples go where they belong")
    func sparse() {
        var interleaving = Interleaving([.even, .sparse])
        interleaving.append(.test(at: 0), to: 0)
        interleaving.append(.test(at: 700), to: 1)
        #expect(drain(&interleaving) == ["0@0"])
        #expect(may(0, in: &interleaving))
        interleaving.append(.test(at: 600), to: 0)
        #expect(drain(&interleaving) == ["0@600"])
        interleaving.append(.test(at: 1600), to: 0)
        #expect(drain(&interleaving) == ["1@700", "0@1600"])
    }

    @Test("a track in real time waits two seconds for another one to be in order, and takes samples all the time")
    func realTime() {
        var interleaving = Interleaving([.realTime, .realTime, .realTime])
        for time in stride(from: Int64(0), to: 2000, by: 100) {
            interleaving.append(.test(at: time), to: 0)
            #expect(drain(&interleaving).isEmpty)
            #expect(may(0, in: &interleaving))
        }
        interleaving.append(.test(at: 0), to: 2)
        interleaving.append(.test(at: 2000), to: 0)
        #expect(drain(&interleaving).isEmpty)
        interleaving.append(.test(at: 0), to: 1)
        // Live samples wait for those of the same tenth of a second.
        #expect(drain(&interleaving) == ["0@0", "1@0"])
        interleaving.end(1)
        #expect(drain(&interleaving) == ["2@0"])
        interleaving.append(.test(at: 2500), to: 0)
        #expect(drain(&interleaving) == (1...5).map { "0@\($0 * 100)" })
    }

    /// A generator's tracks: rates, gaps and priming as they come.
    private func tracks(_ generator: inout SeededGenerator) -> [[SinkSample]] {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            let step = Int64.random(in: 1...900, using: &generator)
            var time = Int64.random(in: -300...3000, using: &generator)
            return (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                defer { time += Int64.random(in: 1...4, using: &generator) == 1 ? step * 5 : step }
                return .test(at: time, byteCount: Int.random(in: 0...50, using: &generator))
            }
        }
    }

    @Test("whatever the pace: all samples are there, in one order, and somebody may always go on")
    func property() {
        for seed in 0..<300 { check(seed) }
    }

    private func check(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let tracks = tracks(&generator)
        var orders: [[String]] = []
        for _ in 0..<3 {
            var interleaving = Interleaving(tracks.map { _ in .even }, byteLimit: 200)
            var rest = tracks.map { $0[...] }
            var open = Array(tracks.indices)
            var written: [String] = []
            while !open.isEmpty {
                let able = open.filter { interleaving.canAppend(to: $0) }
                guard let track = able.randomElement(using: &generator) else {
                    Issue.record("seed \(seed): nobody may go on")
                    return
                }
                if let sample = rest[track].popFirst() {
                    interleaving.append(sample, to: track)
                } else {
                    interleaving.end(track)
                    open.removeAll { $0 == track }
                }
                written += drain(&interleaving)
                #expect(interleaving.byteCount <= tracks.count * 250, "seed \(seed)")
            }
            orders.append(written)
            #expect(written.count == tracks.reduce(0) { $0 + $1.count }, "seed \(seed)")
        }
        #expect(orders[0] == orders[1] && orders[1] == orders[2], "seed \(seed)")
    }
}
