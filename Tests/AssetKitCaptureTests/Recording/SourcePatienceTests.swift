import Testing

@testable import AssetKitCapture

@Suite("Patience with devices")
struct SourcePatienceTests {
    private let second: Int64 = 1_000_000_000

    private func patience(after lateness: Int64...) -> SourcePatience {
        lateness.reduce(into: SourcePatience()) { $0.saw($1) }
    }

    @Test("a device is waited for a little longer than it has taken so far, and no longer than three seconds and that")
    func end() {
        #expect(patience(after: 0).atEnd == second / 2)
        #expect(patience(after: 10_000_000, -5 * second).atEnd == second / 2)
        #expect(patience(after: 2 * second, second).atEnd == 9 * second / 4)
        #expect(patience(after: 3600 * second).atEnd == 13 * second / 4)
    }

    @Test("one of which nothing has come may be as late as any, and has nothing once that has passed")
    func unknown() {
        #expect(patience().atEnd == 13 * second / 4)
        #expect(patience().deadline(behind: second, asked: 0) == 13 * second / 4)
        #expect(patience().deadline(behind: 60 * second, asked: 0) == 121 * second / 2)
        #expect(patience(after: 2 * second).deadline(behind: second, asked: 0) == 13 * second / 4)
        #expect(patience(after: 0).deadline(behind: .max, asked: .max) == .max)
        func end(_ lead: Int64) -> Int64? {
            patience().silence(behind: 0, pictures: lead, hasBegun: false, byteCount: 0)
        }
        #expect(end(4 * second) == nil)
        #expect(end(4 * second + 1) == second / 2 + 1)
    }

    @Test("sound that has not come becomes silence once it is later than it ever was")
    func silence() {
        func end(_ lateness: Int64, _ lead: Int64) -> Int64? {
            patience(after: lateness).silence(behind: 0, pictures: lead, hasBegun: true, byteCount: .max)
        }
        #expect(end(0, 3 * second / 2) == nil)
        #expect(end(0, 3 * second / 2 + 1) == second / 2 + 1)
        #expect(end(2 * second, 3 * second) == nil)
        #expect(end(2 * second, 3 * second + 1) == second / 2 + 1)
    }

    @Test("it begins with silence where pictures would fill the memory")
    func beginning() {
        func end(_ lead: Int64, _ byteCount: Int64) -> Int64? {
            patience(after: 2 * second).silence(behind: 0, pictures: lead, hasBegun: false, byteCount: byteCount)
        }
        #expect(end(second, 8 << 20) == nil)
        #expect(end(second, 9 << 20) == second / 2)
        #expect(end(second / 10, 9 << 20) == second / 10)
        #expect(end(0, 9 << 20) == nil)
    }
}

@Suite("Pictures that recordings lack")
struct PictureLossTests {
    @Test("of what was lost, only what belongs to the time of the recording is missing")
    func parts() {
        var course = RecordingCourse(.exactly, asked: 1000, hasPictures: true, limit: nil)
        let ranges: [Range<Int64>] = [600..<1000, 800..<1200, 1000..<1400]
        let losses = ranges.map { PictureLoss(range: $0, count: 3) }
        #expect(losses.map { $0.count(in: course) } == [0, 2, 3])
        course.stop(at: 1150, withPicture: false)
        #expect(losses.map { $0.count(in: course) } == [0, 1, 1])
    }
}
