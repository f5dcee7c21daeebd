import Testing

@testable import AssetKitCapture

@Suite("The course of a recording")
struct RecordingCourseTests {
    private let second: Int64 = 1_000_000_000

    private func started(_ time: Int64 = 0, limit: Int64? = nil) -> RecordingCourse {
        var course = RecordingCourse(asked: time, hasPictures: true, limit: limit)
        course.settleStart(pictures: [time], period: 100, sounds: [], now: time)
        return course
    }

    @Test("it begins with the first picture that has sound, give or take half a picture")
    func start() {
        var course = RecordingCourse(asked: 1000, hasPictures: true, limit: nil)
        course.settleStart(pictures: [900, 1000], period: 100, sounds: [nil], now: 1000)
        #expect(course.start == nil)
        course.settleStart(pictures: [900, 1000, 1100, 1200], period: 100, sounds: [1140], now: 1200)
        #expect(course.start == 1100)
    }

    @Test("one that goes on behind another waits for sound too, and begins with its first picture")
    func startBehindAnother() {
        var course = RecordingCourse(.withPicture, asked: 1000, hasPictures: true, limit: nil)
        course.settleStart(pictures: [900, 1000, 1100], period: 100, sounds: [nil], now: 1100)
        #expect(course.start == nil)
        course.settleStart(pictures: [900, 1000, 1100, 1200], period: 100, sounds: [1140], now: 1200)
        #expect(course.start == 1000)
    }

    @Test("it waits half a second for sound, and no longer")
    func patience() {
        var course = RecordingCourse(asked: 1000, hasPictures: true, limit: nil)
        course.settleStart(pictures: [1000], period: 100, sounds: [nil], now: 1000 + second / 2 - 1)
        #expect(course.start == nil)
        course.settleStart(pictures: [1000], period: 100, sounds: [nil], now: 1000 + second / 2)
        #expect(course.start == 1000)
    }

    @Test("sound alone begins with the frame at which it was asked for")
    func soundAlone() {
        var course = RecordingCourse(asked: 1000, hasPictures: false, limit: nil)
        course.settleStart(pictures: [], period: 0, sounds: [400], now: 1000)
        #expect(course.start == 1000)
        #expect(course.place(of: 999) == nil && course.place(of: 1500) == 500)
    }

    @Test("a pause is settled by pictures, and sound waits for them")
    func pause() {
        var course = started()
        course.pause(at: 1050)
        #expect(course.horizon == 1050)
        course.saw(1000)
        course.saw(1100)
        #expect(course.horizon == .max)
        course.resume(at: 1510)
        #expect(course.horizon == 1510)
        course.saw(1600)
        #expect(course.place(of: 1099) == 1099 && course.place(of: 1100) == nil && course.place(of: 1599) == nil)
        #expect(course.place(of: 1600) == 1100)
        #expect(course.parts(of: 1000..<2000) == [1000..<1100, 1600..<2000])
        #expect(course.duration(until: 2000) == 1500)
    }

    @Test("a pause without pictures is settled when nobody waits for them any more")
    func pauseWithoutPictures() {
        var course = started()
        course.pause(at: 500)
        course.giveUpOnPictures()
        #expect(course.horizon == .max && course.place(of: 500) == nil)
    }

    @Test("a limit counts without pauses")
    func limit() {
        var course = started(limit: 1000)
        #expect(course.end == 1000 && course.isFull)
        course.pause(at: 400)
        course.saw(400)
        #expect(course.end == nil)
        course.resume(at: 900)
        course.saw(900)
        #expect(course.end == 1500)
        course.stop(at: 1200, withPicture: false)
        #expect(course.end == 1200 && !course.isFull)
    }

    @Test("a recording that hands over ends where the next picture is")
    func handover() {
        var course = started()
        course.stop(at: 1010, withPicture: true)
        #expect(course.end == nil && course.horizon == 1010)
        course.saw(1100)
        #expect(course.end == 1100)
        #expect(course.parts(of: 1000..<1200) == [1000..<1100])
    }

    @Test("what ends a recording first holds, also where it is said last")
    func earliestEnd() {
        var course = started()
        course.stop(at: 1010, withPicture: true)
        course.stop(at: 1005, withPicture: false)
        #expect(course.end == 1005 && course.horizon == .max)
        course.stop(at: 1008, withPicture: true)
        course.saw(1100)
        #expect(course.end == 1005)
    }

    @Test("random pauses: what belongs to it is counted once, whichever way it is asked for")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let seed = UInt64.random(in: 0..<1_000_000, using: &generator)
            var random = Numbers(seed: seed)
            var course = started()
            for time in stride(from: Int64(0), to: 6000, by: 100) {
                if random.next(6) == 0 { course.pause(at: time + Int64(random.next(100))) }
                if random.next(6) == 0 { course.resume(at: time + Int64(random.next(100))) }
                course.saw(time + 100)
            }
            course.giveUpOnPictures()
            let places = (0..<6000).compactMap { course.place(of: $0) }
            #expect(places == Array(0..<Int64(places.count)), "seed \(seed)")
            #expect(course.duration(until: 6000) == Int64(places.count), "seed \(seed)")
            #expect(course.parts(of: 0..<6000).reduce(0) { $0 + $1.count } == places.count, "seed \(seed)")
        }
    }

    private struct Numbers {
        var seed: UInt64

        mutating func next(_ count: UInt64) -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (seed >> 33) % count
        }
    }
}
