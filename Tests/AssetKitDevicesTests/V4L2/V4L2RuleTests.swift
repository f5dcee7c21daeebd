import CDevices
import CMTimeLib
import Testing

@testable import AssetKitDevices

@Suite("Rules for cameras")
struct V4L2RuleTests {
    @Test("gaps of numbers are lost pictures, also where numbers wrap round")
    func gaps() {
        var sequence = CameraSequence()
        #expect([7, 8, 11, 11, 12].map { sequence.lostCount(before: $0) } == [0, 0, 2, 0, 0])
        #expect([.max - 1, 1].map { sequence.lostCount(before: $0) } == [0, 2])
        sequence.restart()
        #expect(sequence.lostCount(before: 500) == 0)
        // Numbers that begin anew.
        #expect(sequence.lostCount(before: 0) == 0)
    }

    @Test("a JPEG file ends where it says so, and is cut short where it does not")
    func files() {
        func count(_ bytes: [UInt8]) -> Int? { bytes.withUnsafeBytes(CameraJPEG.byteCount) }
        #expect(count([0xff, 0xd8, 1, 2, 0xff, 0xd9]) == 6)
        #expect(count([0xff, 0xd8, 0xff, 0xd9]) == 4)
        #expect(count([0xff, 0xd8, 1, 0xff, 0xd9, 0, 0, 0]) == 5)
        #expect(count([0xff, 0xd8, 1, 2, 3]) == nil)
        #expect(count([1, 2, 3, 4, 0xff, 0xd9]) == nil)
        #expect(count([0xff, 0xd8]) == nil)
        #expect(count([0xff, 0xd8, 0xd9]) == nil)
        #expect(count([]) == nil)
    }

    @Test("a camera has two seconds for its first picture, is started anew once, and is given up then")
    func patience() {
        let second: Int64 = 1_000_000_000
        var patience = CameraPatience(period: second / 25, now: 0)
        #expect(patience.deadline == 2 * second)
        #expect(patience.verdict(at: 2 * second - 1) == .wait)
        patience.came(at: second)
        // Ten periods would be less than half a second.
        #expect(patience.deadline == second + second / 2)
        #expect(patience.verdict(at: second + second / 2) == .restart)
        #expect(patience.deadline == second + second / 2 + second * 8 / 5)
        // Who waits hears of it 2.2 seconds after the last picture.
        #expect(patience.deadline - second < second * 22 / 10)
        #expect(patience.verdict(at: 3 * second) == .wait)
        #expect(patience.verdict(at: 4 * second) == .giveUp)
    }

    @Test("slow cameras have ten periods, and forty pictures earn another start")
    func slow() {
        let second: Int64 = 1_000_000_000
        var patience = CameraPatience(period: second, now: 0)
        #expect(patience.deadline == 10 * second)
        #expect(patience.verdict(at: 10 * second) == .restart)
        for index in 11...49 { patience.came(at: Int64(index) * second) }
        var impatient = patience
        #expect(impatient.verdict(at: 60 * second) == .giveUp)
        patience.came(at: 50 * second)
        #expect(patience.verdict(at: 60 * second) == .restart)
        // A rate that has fallen in the dark.
        patience = CameraPatience(period: second / 30, now: 0)
        patience.came(at: second)
        patience.came(at: second + second / 4)
        #expect(patience.deadline == second + second / 4 + 10 * (second / 4))
    }

    @Test("of a range of sizes the usual ones are offered, and its ends")
    func sizes() throws {
        let range = try #require(CameraSizeRange(widths: (48, 1920), heights: (32, 1080), steps: (16, 8)))
        let sizes = range.choice
        #expect(sizes.first == CameraSize(48, 32))
        #expect(sizes.last == CameraSize(1920, 1080 - 1048 % 8))
        #expect(sizes.contains(CameraSize(640, 480)))
        #expect(!sizes.contains(CameraSize(1024, 768)) || range.contains(CameraSize(1024, 768)))
        #expect(sizes.allSatisfy(range.contains))
        #expect(CameraSizeRange(widths: (0, 10), heights: (1, 10)) == nil)
        #expect(CameraSizeRange(widths: (20, 10), heights: (1, 10)) == nil)
        let one = try #require(CameraSizeRange(widths: (10, 10), heights: (10, 10), steps: (0, 0)))
        #expect(one.choice == [CameraSize(10, 10)])
    }

    @Test("durations become fractions in lowest terms, and nonsense becomes nothing")
    func fractions() {
        let fraction = CMTime(value: 20, timescale: 600).cameraFraction
        #expect(fraction?.numerator == 1)
        #expect(fraction?.denominator == 30)
        #expect(CMTime.invalid.cameraFraction == nil)
        #expect(CMTime.zero.cameraFraction == nil)
        #expect(CMTime(value: .max, timescale: 1).cameraFraction == nil)
        #expect(
            CMTime(camera: v4l2_fract(numerator: 1001, denominator: 30_000)) == CMTime(value: 1001, timescale: 30_000)
        )
        #expect(CMTime(camera: v4l2_fract(numerator: 0, denominator: 30)) == nil)
        #expect(CMTime(camera: v4l2_fract(numerator: 1, denominator: 0)) == nil)
        #expect(CMTime(camera: v4l2_fract(numerator: 1, denominator: .max)) == nil)
    }

    @Test("folders are looked at when they have been quiet, and again as long as rights are missing")
    func schedule() {
        let millisecond: Int64 = 1_000_000
        var schedule = HotPlugSchedule()
        #expect(schedule.pause(at: 0) == -1)
        schedule.changed(at: 0)
        schedule.changed(at: 30 * millisecond)
        #expect(!schedule.isDue(at: 79 * millisecond))
        #expect(schedule.pause(at: 79 * millisecond) == 1)
        #expect(schedule.isDue(at: 80 * millisecond))
        var looks = 0
        var now = 80 * millisecond
        while let deadline = schedule.deadline {
            now = max(now, deadline)
            schedule.looked(at: now, isComplete: false)
            looks += 1
        }
        #expect(looks == 6)
        #expect(now == 580 * millisecond)
        schedule.changed(at: now)
        schedule.looked(at: now + 50 * millisecond, isComplete: true)
        #expect(schedule.deadline == nil)
    }

    @Test("every kind of control has a number, and every number one kind")
    func controls() {
        #expect(Set(CameraControlMap.numbers.map(\.kind)) == Set(DeviceControl.Kind.allCases))
        for kind in DeviceControl.Kind.allCases {
            #expect(CameraControlMap.numbers(of: kind).allSatisfy { CameraControlMap.kind(of: $0) == kind })
        }
        #expect(CameraControlMap.kind(of: 1) == nil)
    }

    @Test("the lock of exposure is one bit of three")
    func lock() throws {
        var answer = v4l2_queryctrl()
        (answer.id, answer.type, answer.maximum) = (UInt32(V4L2_CID_3A_LOCK), V4L2_CTRL_TYPE_BITMASK.rawValue, 7)
        let control = try #require(CameraControl(answer))
        #expect((control.minimum, control.maximum) == (0, 1))
        #expect(control.value(of: 6) == 0)
        #expect(control.value(of: 3) == 1)
        #expect(control.raw(of: 1, present: 6) == 7)
        #expect(control.raw(of: 0, present: 7) == 6)
        answer.maximum = 6
        #expect(CameraControl(answer) == nil)
    }

    @Test("a camera is named after its place and itself, and never after its number")
    func identities() {
        var place = CameraPlace(path: "/dev/video3")
        #expect(place.identity(nil) == "unknown")
        var answer = v4l2_capability()
        answer.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
        withUnsafeMutableBytes(of: &answer.card) { $0.copyBytes(from: Array("Card".utf8)) }
        withUnsafeMutableBytes(of: &answer.bus_info) { $0.copyBytes(from: Array("usb-1".utf8)) }
        let ability = CameraAbility(answer)
        #expect(place.identity(ability) == "usb-1 Card")
        (place.index, place.name, place.port) = (0, "Word", "1-1:1.0")
        #expect(place.identity(ability) == "1-1:1.0-index0 Word")
        #expect(place.identity(nil) == "1-1:1.0-index0 Word")
        place.linkByIdentity = "usb-Maker_Camera-video-index0"
        #expect(place.identity(nil) == "usb-Maker_Camera-video-index0 Word")
        place.linkByPath = "pci-usb-0:1:1.0-video-index0"
        #expect(place.identity(nil) == "pci-usb-0:1:1.0-video-index0 Word")
        #expect(CameraPlace.distinct(["a", "b", "a", "a"]) == ["a", "b", "a 2", "a 3"])
    }

    @Test(
        "a picture's rows lie where the driver's length of rows says",
        arguments: ["NV12", "YU12", "YV12", "YUYV", "GREY"]
    )
    func layouts(letters: String) throws {
        var answer = v4l2_format()
        answer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        (answer.fmt.pix.width, answer.fmt.pix.height) = (6, 5)
        answer.fmt.pix.pixelformat = FakeCamera.Format(letters).code
        answer.fmt.pix.bytesperline = letters == "YUYV" ? 20 : 16
        let agreement = try #require(CameraAgreement(answer))
        let layout = try #require(CameraPictureLayout(agreement))
        let rows = layout.planes.map { [$0.plane, $0.offset, $0.bytesPerRow, $0.byteCount, $0.count] }
        switch letters {
        case "NV12": #expect(rows == [[0, 0, 16, 6, 5], [1, 80, 16, 6, 3]])
        case "YU12": #expect(rows == [[0, 0, 16, 6, 5], [1, 80, 8, 3, 3], [2, 104, 8, 3, 3]])
        case "YV12": #expect(rows == [[0, 0, 16, 6, 5], [2, 80, 8, 3, 3], [1, 104, 8, 3, 3]])
        case "YUYV": #expect(rows == [[0, 0, 20, 12, 5]])
        default: #expect(rows == [[0, 0, 16, 6, 5]])
        }
        answer.fmt.pix.bytesperline = 0
        let shortest = try #require(CameraAgreement(answer).flatMap { CameraPictureLayout($0) })
        #expect(shortest.planes[0].bytesPerRow == shortest.planes[0].byteCount)
    }

    @Test("answers that make no sense are not agreed to")
    func nonsense() {
        func agreement(_ change: (inout v4l2_format) -> Void) -> CameraAgreement? {
            var answer = v4l2_format()
            answer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            (answer.fmt.pix.width, answer.fmt.pix.height) = (6, 5)
            answer.fmt.pix.pixelformat = FakeCamera.Format("YUYV").code
            change(&answer)
            return CameraAgreement(answer)
        }
        #expect(agreement { _ in } != nil)
        #expect(agreement { $0.fmt.pix.pixelformat = 0 } == nil)
        #expect(agreement { $0.fmt.pix.width = 0 } == nil)
        #expect(agreement { $0.fmt.pix.height = .max } == nil)
        #expect(agreement { $0.fmt.pix.field = V4L2_FIELD_ALTERNATE.rawValue } == nil)
        // Planes of their own, and one length of rows only.
        #expect(agreement { $0.fmt.pix.pixelformat = FakeCamera.Format("NM12").code } == nil)
    }
}
