import AssetKit
import Testing

@testable import assettool

@Suite("Which pictures are wanted")
struct PictureSelectionTests {
    private let file = FileTimes(duration: CMTime(value: 90_090, timescale: 30_000))

    private func fractions(_ slots: PictureSlots) -> [String] {
        slots.slots.map { $0.time.exactSeconds?.description ?? "?" }
    }

    @Test("a count means the middles of equal parts, exactly")
    func count() throws {
        let slots = try PictureSelection.count(3).slots(in: file)
        #expect(fractions(slots) == ["1001/2000", "3003/2000", "1001/400"])
        #expect(slots.spacing?.exactSeconds == Rational128(1001, 1000))
        #expect(slots.slots[0].part.start == .zero)
        #expect(slots.slots[2].part.end == file.duration)
        for (left, right) in zip(slots.slots, slots.slots.dropFirst()) { #expect(left.part.end == right.part.start) }
    }

    @Test("a step means zero and its multiples before the end")
    func every() throws {
        #expect(fractions(try PictureSelection.every(TimeArgument("1.5")).slots(in: file)) == ["0", "3/2", "3"])
        #expect(
            fractions(try PictureSelection.every(TimeArgument("1001/1000")).slots(in: file)) == [
                "0", "1001/1000", "1001/500",
            ]
        )
        #expect(fractions(try PictureSelection.every(TimeArgument("50%")).slots(in: file)) == ["0", "3003/2000"])
        #expect(fractions(try PictureSelection.every(TimeArgument("10")).slots(in: file)) == ["0"])
    }

    @Test("a step of frames goes by the pictures")
    func everyFrames() throws {
        var file = file
        file.frames = FrameTimes(times: [0, 1, 5, 6, 7].map { CMTime(value: $0, timescale: 10) }, end: file.duration)
        let slots = try PictureSelection.every(TimeArgument("2f")).slots(in: file)
        #expect(fractions(slots) == ["0", "1/2", "7/10"])
        #expect(slots.spacing?.seconds == 0.2)
    }

    @Test(
        "more pictures than anybody wants are refused before they are counted out",
        arguments: ["0.0000001", "1/2147483647"]
    )
    func tooMany(step: String) throws {
        let selection = PictureSelection.every(try TimeArgument(step))
        let error = #expect(throws: WorkError.self) { try selection.slots(in: file) }
        #expect(error?.message == "'--every \(step)' asks for more than 100000 pictures")
    }

    @Test("times keep their order, and each stands for what lies before the next")
    func at() throws {
        let slots = try PictureSelection.at([TimeArgument("2"), TimeArgument("1"), TimeArgument("2")]).slots(in: file)
        #expect(fractions(slots) == ["2", "1", "2"])
        #expect(slots.slots[1].part == CMTimeRange(start: .zero, end: CMTime(value: 2, timescale: 1)))
        #expect(slots.slots[0].part == CMTimeRange(start: CMTime(value: 2, timescale: 1), end: file.duration))
        #expect(slots.spacing == nil)
    }

    @Test(
        "sprites are a second apart in short files and ten at most in long ones",
        arguments: [(1, 1, 1), (90, 1, 90), (250, 3, 84), (1000, 10, 100), (7200, 10, 720)]
    )
    func sprites(duration: Int64, step: Double, count: Int) throws {
        let slots = try PictureSelection.sprites.slots(in: FileTimes(duration: CMTime(value: duration, timescale: 1)))
        #expect(slots.slots.count == count)
        #expect(slots.spacing?.seconds == step)
    }

    @Test("a file without a length has no parts, and a still image is each of its parts")
    func unknownLength() throws {
        let still = try PictureSelection.count(3).slots(in: FileTimes(duration: .zero))
        #expect(still.slots.map(\.time) == [.zero, .zero, .zero])
        for duration in [CMTime.indefinite, .invalid] {
            let file = FileTimes(duration: duration)
            #expect(throws: WorkError.self) { try PictureSelection.count(3).slots(in: file) }
            #expect(throws: WorkError.self) { try PictureSelection.sprites.slots(in: file) }
        }
    }

    @Test("windows of neighbours share no moment")
    func windows() throws {
        let slots = try PictureSelection.count(7).slots(in: file)
        let window = try PictureTolerance.fitting.window(spacing: slots.spacing, in: file)
        for (left, right) in zip(slots.slots, slots.slots.dropFirst()) {
            #expect(left.time + window.after < right.time - window.before)
        }
        #expect(try PictureTolerance.fitting.window(spacing: nil, in: file).before.seconds == 1)
        #expect(try PictureTolerance.exact.window(spacing: slots.spacing, in: file).after == .zero)
        #expect(try PictureTolerance.any.window(spacing: slots.spacing, in: file).before == .positiveInfinity)
        #expect(try PictureTolerance.within(TimeArgument("0.5")).window(spacing: nil, in: file).after.seconds == 0.5)
    }
}
