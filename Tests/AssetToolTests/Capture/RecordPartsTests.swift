import AssetKit
import Testing

@testable import assettool

@Suite("What recording is made of")
struct RecordPartsTests {
    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    @Test("files of a recording are numbered before their ending, or where the name says")
    func names() {
        #expect(RecordingNames("a.b/c.d.mov", isSplit: true).name(1) == "a.b/c.d-001.mov")
        #expect(RecordingNames("c.mov", isSplit: true).name(1000) == "c-1000.mov")
        #expect(RecordingNames("c%02dx.mov", isSplit: true).name(7) == "c07x.mov")
        #expect(RecordingNames("50%%.mov", isSplit: true).name(7) == "50%%-007.mov")
        #expect(RecordingNames("c%d%%.mov", isSplit: false).name(1) == "c%d%%.mov")
    }

    @Test("files that are in the way of later ones are found by their names")
    func taken() throws {
        let folder = try ScratchFolder()
        for name in ["c-010.mov", "c-002.mov", "c-2.mov", "c-003.mp4", "c.mov", "d-004.mov"] {
            try folder.write("old", to: name)
        }
        #expect(RecordingNames(folder.path("c.mov"), isSplit: true).taken == [2, 10])
        #expect(RecordingNames(folder.path("c-%d.mov"), isSplit: true).taken == [2])
        #expect(RecordingNames(folder.path("c.mov"), isSplit: false).taken.isEmpty)
        #expect(RecordingNames(folder.path("nowhere/c.mov"), isSplit: true).taken.isEmpty)
    }

    @Test("files change at whole numbers of intervals since the first sample, with pauses left out")
    func schedule() {
        var schedule = SplitSchedule(every: time(10), lead: time(0.5))
        #expect(schedule.due == nil)
        schedule.begin(at: time(100))
        #expect(schedule.due == time(109.5))
        schedule.begin(at: time(110.3))
        #expect(schedule.due == time(119.5))
        schedule.pause(at: time(112))
        schedule.pause(at: time(113))
        #expect(schedule.due == nil)
        schedule.resume(at: time(115))
        schedule.resume(at: time(116))
        #expect(schedule.due == time(122.5))
        #expect(schedule.rest(of: time(25), for: 3) == time(5))
        #expect(schedule.rest(of: time(20), for: 3) == .zero)
    }

    @Test("a camera delivers in the size that is asked for, or the next larger one, fast enough")
    func formats() throws {
        func format(_ width: Int, _ height: Int, _ rates: ClosedRange<Double>...) -> CameraFormats.Candidate {
            CameraFormats.Candidate(width: width, height: height, rates: rates)
        }
        let formats = CameraFormats(candidates: [
            format(1920, 1080, 5...5), format(1280, 720, 10...30), format(640, 480, 30...30, 60...60),
            format(640, 480, 15...15), format(320, 240, 30...30),
        ])
        #expect(formats.choose(nil, rate: nil) == 1)
        #expect(formats.choose(nil, rate: 5) == 0)
        #expect(formats.choose(nil, rate: 60) == 2)
        #expect(formats.choose(nil, rate: 29.97) == 1)
        // One of six pictures is left out.
        #expect(formats.choose(nil, rate: 50) == 2)
        #expect(formats.choose(nil, rate: 61) == nil)
        #expect(formats.choose(nil, rate: 3) == 0)
        #expect(formats.choose(PictureSize("320x240"), rate: 12) == 4)
        #expect(formats.choose(nil, rate: 20) == 1)
        #expect(formats.choose(PictureSize("640x480"), rate: nil) == 2)
        #expect(formats.choose(PictureSize("640x480"), rate: 15) == 3)
        #expect(formats.choose(PictureSize("600x440"), rate: nil) == 2)
        #expect(formats.choose(PictureSize("1920x1080"), rate: nil) == 1)
        #expect(formats.choose(PictureSize("320x180"), rate: nil) == 1)
        #expect(formats.choose(PictureSize("320x240"), rate: nil) == 4)
        #expect(formats.choose(PictureSize("50%"), rate: nil) == 1)
        #expect(formats.rates == [60, 30, 15, 10, 5])
        let slow = CameraFormats(candidates: [format(640, 480, 5...5), format(1280, 720, 2...2)])
        #expect(slow.choose(nil, rate: nil) == 1)
        // Of those that are as large, the one that leaves out none.
        let alike = CameraFormats(candidates: [format(640, 480, 15...15, 30...30), format(640, 480, 10...10, 20...20)])
        #expect(alike.choose(nil, rate: 20) == 1 && alike.choose(PictureSize("320x"), rate: 20) == 1)
        #expect(alike.choose(nil, rate: 25) == 0 && alike.choose(PictureSize("640x480"), rate: 30) == 0)
    }

    @Test("a part of a screen has to lie on it, and of an odd size it is told what becomes of it")
    func parts() throws {
        let part = ScreenArgument("321x200+10+20")
        #expect(part.rounding == "the part of the screen becomes 320x200: sides are even numbers, and 321 is none")
        #expect(ScreenArgument("320x200").rounding == nil && ScreenArgument("wall").rounding == nil)
        try part.check(width: 320, height: 200, on: "Wall")
        try ScreenArgument("").check(width: 64, height: 48, on: "Wall")
        for (width, height) in [(318, 200), (320, 198)] {
            let error = try #require(throws: WorkError.self) {
                try part.check(width: width, height: height, on: "Wall")
            }
            #expect(error.message == "the region 321x200+10+20 does not lie on 'Wall'")
        }
    }

    @Test("the status line tells time, size, what was dropped and how loud it is")
    func status() {
        var status = RecordStatus(time: time(12.34), byteCount: 4_500_000)
        #expect(status.text == "recording 0:12.3  4.5 MB  none dropped")
        (status.dropped, status.level, status.isPaused, status.file) = (3, -18, true, 2)
        #expect(status.text == "paused 0:12.3  4.5 MB  3 dropped  [=======   ] -18 dB  file 2")
        #expect(RecordStatus.meter(-160) == "[          ] silence")
        #expect(RecordStatus.meter(0) == "[==========] 0 dB")
    }

    @Test("a report says why files ended, in words and in JSON")
    func report() throws {
        var report = RecordReport(pictures: 90, dropped: 1)
        report.files = [
            .init(name: "a\n.mov", duration: time(2), byteCount: 1000, end: .split),
            .init(name: "b.mov", duration: time(1), byteCount: 500, end: .size),
        ]
        #expect(
            report.text == """
                a .mov: 0:00:02.000, 1.0 kB
                b.mov: 0:00:01.000, 500 bytes; it is as large as --limit-size lets it become
                1 picture was dropped: the machine or the device was too slow
                """
        )
        report.failure = "it broke"
        let document = try JSONSerialization.jsonObject(with: Data(report.json.text.utf8))
        let object = try #require(document as? [String: Any])
        #expect(object.keys.sorted() == ["dropped", "error", "files", "pictures"])
        let files = try #require(object["files"] as? [[String: Any]])
        #expect(files.map { $0["ended"] as? String } == ["split", "size"])
        #expect(files[0]["output"] as? String == "a\n.mov")
    }
}
