import AssetKitBase
import CMTimeLib
import Testing

@testable import AssetKitCapture

@Suite("Data of the same time")
struct SynchronizedLineTests {
    private typealias Line = SynchronizedLine<String>

    private func item(_ milliseconds: Int64, lasting duration: Int64 = 0, _ name: String) -> Line.Item {
        Line.Item(
            time: CMTime(value: milliseconds, timescale: 1000),
            duration: CMTime(value: duration, timescale: 1000),
            content: name
        )
    }

    private func words(_ matches: [Line.Match]) -> [String] {
        matches.map { $0.map { "\($0.output)\($0.item.content)" }.joined(separator: "+") }
    }

    @Test("what leads waits for the others, whoever comes first")
    func waiting() {
        var line = Line(outputCount: 2)
        #expect(words(line.add(item(0, "a"), of: 0) { _ in true }) == [])
        #expect(words(line.add(item(0, "x"), of: 1) { _ in true }) == ["0a+1x"])
        #expect(words(line.add(item(33, "y"), of: 1) { _ in true }) == [])
        #expect(words(line.add(item(33, "b"), of: 0) { _ in true }) == ["0b+1y"])
    }

    @Test("what has nothing at that time is left out, and what delivers nothing is not waited for")
    func lacking() {
        var line = Line(outputCount: 3)
        _ = line.add(item(0, "a"), of: 0) { $0 != 2 }
        #expect(words(line.add(item(100, "x"), of: 1) { $0 != 2 }) == ["0a"])
        #expect(words(line.add(item(100, "d"), of: 0) { $0 != 2 }) == ["0d+1x"])
    }

    @Test("the nearest belongs to what leads, and others come by themselves before it")
    func nearest() {
        var line = Line(outputCount: 2)
        for (time, name) in [(0, "p"), (17, "q"), (33, "r"), (50, "s"), (66, "t")] {
            _ = line.add(item(Int64(time), name), of: 1) { _ in true }
        }
        #expect(words(line.add(item(1, "a"), of: 0) { _ in true }) == ["0a+1p"])
        #expect(words(line.add(item(34, "b"), of: 0) { _ in true }) == ["1q", "0b+1r"])
    }

    @Test("sound of the time of a picture comes with it, and all other sound by itself and in order")
    func sound() {
        var line = Line(outputCount: 2)
        var told: [String] = []
        for number in 0..<8 {
            let block = item(Int64(number) * 10, lasting: 10, "s\(number)")
            told += words(line.add(block, of: 1) { _ in true })
            if number == 0 { told += words(line.add(item(0, "a"), of: 0) { _ in true }) }
            if number == 3 { told += words(line.add(item(33, "b"), of: 0) { _ in true }) }
            if number == 7 { told += words(line.add(item(66, "c"), of: 0) { _ in true }) }
        }
        #expect(told == ["0a+1s0", "1s1", "1s2", "0b+1s3", "1s4", "1s5", "0c+1s6"])
    }

    @Test("what waits is forgotten where its output stops, and the pause is no distance between two that lead")
    func clearing() {
        var line = Line(outputCount: 2)
        _ = line.add(item(0, "a"), of: 0) { _ in true }
        #expect(words(line.add(item(0, "x"), of: 1) { _ in true }) == ["0a+1x"])
        _ = line.add(item(33, "b"), of: 0) { _ in true }
        line.clear(0)
        line.clear(1)
        _ = line.add(item(10_000, "c"), of: 0) { _ in true }
        #expect(words(line.add(item(10_000, "y"), of: 1) { _ in true }) == ["0c+1y"])
        _ = line.add(item(10_033, "d"), of: 0) { _ in true }
        #expect(words(line.add(item(10_133, "z"), of: 1) { _ in true }) == ["0d"])
    }

    @Test("nobody waits for ever")
    func overdue() {
        var line = Line(outputCount: 2)
        var told: [String] = []
        for number in 0..<5 {
            told += words(line.add(item(Int64(number) * 33, "\(number)"), of: 0) { _ in true })
        }
        #expect(told == ["00", "01"])
        var silent = Line(outputCount: 2)
        let alone = (0..<210).flatMap { number in
            words(silent.add(item(Int64(number), "\(number)"), of: 1) { _ in true })
        }
        #expect(alone.count == 10 && alone.first == "10")
    }
}
