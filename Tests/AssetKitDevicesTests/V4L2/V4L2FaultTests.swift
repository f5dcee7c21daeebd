import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CDevices
import CMTimeLib
import Glibc
import Testing

@Suite("Cameras whose drivers fail")
struct V4L2FaultTests {
    /// What drivers answer, by a name that says more than a number.
    enum Answer: String, CaseIterable, Sendable {
        case EBUSY, ENODEV, EACCES, EIO, EINVAL, ENOTTY, ENOMEM, EINTR
        case EPERM, ENOSPC, ENXIO, ENOENT, ERANGE, ENOSYS, EAGAIN, EFAULT, EPIPE, ETIMEDOUT

        /// What is taken for one of these: when it is answered matters less.
        var isRare: Bool {
            switch self {
            case .EBUSY, .ENODEV, .EACCES, .EIO, .EINVAL, .ENOTTY, .ENOMEM, .EINTR: false
            default: true
            }
        }

        var number: CInt {
            switch self {
            case .EBUSY: Glibc.EBUSY
            case .ENODEV: Glibc.ENODEV
            case .EACCES: Glibc.EACCES
            case .EIO: Glibc.EIO
            case .EINVAL: Glibc.EINVAL
            case .ENOTTY: Glibc.ENOTTY
            case .ENOMEM: Glibc.ENOMEM
            case .EINTR: Glibc.EINTR
            case .EPERM: Glibc.EPERM
            case .ENOSPC: Glibc.ENOSPC
            case .ENXIO: Glibc.ENXIO
            case .ENOENT: Glibc.ENOENT
            case .ERANGE: Glibc.ERANGE
            case .ENOSYS: Glibc.ENOSYS
            case .EAGAIN: Glibc.EAGAIN
            case .EFAULT: Glibc.EFAULT
            case .EPIPE: Glibc.EPIPE
            case .ETIMEDOUT: Glibc.ETIMEDOUT
            }
        }
    }

    @Test(
        "whatever call fails, and however, there is a sentence or a stream, and nothing is left open",
        arguments: FakeCall.allCases,
        Answer.allCases
    )
    func everyCall(call: FakeCall, answer: Answer) throws {
        let isOfStream = [.poll, .queue, .dequeue].contains(call)
        for after in answer.isRare ? isOfStream ? [0, 9] : [0] : [0, 1, 9] {
            for count in [1, Int.max] {
                for isMultiPlanar in Self.ofBuffers.contains(call) ? [false, true] : [false] {
                    let fault = FakeFault(call: call, number: answer.number, after: after, count: count)
                    try run(fault, isMultiPlanar)
                }
            }
        }
    }

    /// What has another shape where planes have memories of their own.
    private static let ofBuffers: Set<FakeCall> = [.map, .queryBuffer, .queue, .dequeue, .setFormat]

    private func run(_ fault: FakeFault, _ isMultiPlanar: Bool) throws {
        let machine = try FakeMachine()
        try machine.plug(link: "pci-usb-0:1:1.0-video-index0") { camera in
            camera.framesPerStart = 40
            if isMultiPlanar { camera.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING) }
            camera.formats = [
                .init(isMultiPlanar ? "NM12" : "YUYV", .these([(64, 48), (32, 24)])), .init("GREY", .unsaid, .unsaid),
            ]
            camera.controls = [
                .init(number: V4L2_CID_BRIGHTNESS, name: "Brightness"),
                .init(
                    number: V4L2_CID_EXPOSURE_AUTO,
                    type: V4L2_CTRL_TYPE_MENU,
                    name: "Auto Exposure",
                    range: 0...3,
                    menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]
                ),
            ]
        }
        let name = "\(fault.call) \(strerror(fault.number).map { String(cString: $0) } ?? "") after \(fault.after)"
        machine.fail(fault)
        // Who is told for ever that nothing is there yet waits as long as for a camera that sends nothing.
        let isEndless = fault.call == .dequeue && fault.number == EAGAIN && fault.count == Int.max
        let outcome = use(machine, whileTimePasses: isEndless)
        #expect(outcome != nil, "\(name): nothing came, and nobody said why")
        #expect(outcome?.isEmpty == false, "\(name): an empty sentence")
        #expect(machine.remains.isEmpty, "\(name): \(machine.remains)")
        if fault.number == EINTR, fault.count == 1 { #expect(outcome == "pictures", "\(name)") }
        if isEndless { #expect(outcome == "stalled", "\(name)") }
    }

    /// Does all that a client does: `pictures`, or the sentence that it was told instead; nil where neither came.
    private func use(_ machine: FakeMachine, whileTimePasses: Bool) -> String? {
        let provider = machine.makeProvider()
        let facts = provider.devices()
        _ = provider.access(to: .camera)
        for device in facts where device.obstacle != nil { #expect(device.obstacle?.isEmpty == false) }
        let id = facts.first?.id ?? "pci-usb-0:1:1.0-video-index0 Fake Camera"
        let log = SampleLog()
        do {
            let handle = try provider.open(id)
            defer { handle.close() }
            attempt { _ = try handle.controls() }
            attempt { try handle.set([.init(.brightness, 7), .init(.exposureAuto, 1)]) }
            if let format = facts.first?.formats.first {
                attempt {
                    _ = try handle.configure(
                        DeviceSetup(format: format, frameDuration: CMTime(value: 1, timescale: 15))
                    )
                }
            }
            try handle.start(log, on: machine.host)
            if whileTimePasses {
                let isOver = advance(machine.host) { !log.failures.isEmpty || log.samples.count >= 12 }
                guard isOver else { return nil }
            }
            if log.wait(count: 12) { return "pictures" }
            return log.failures.first.map { failure in
                if case .broken(let reason) = failure { return reason }
                return "\(failure)"
            }
        } catch {
            expectSentence(error)
            return "\(error)"
        }
    }

    /// Lets time pass as long as the camera's thread needs to see it; false where nothing happens, however much time passes.
    private func advance(_ host: VirtualHostClock, until condition: () -> Bool) -> Bool {
        for _ in 0..<1_000_000 {
            if condition() { return true }
            host.advance(by: 10_000_000)
            sched_yield()
        }
        return false
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { expectSentence(error) }
    }

    private func expectSentence(_ error: any Error) {
        let text = "\(error)"
        #expect(error is AVError)
        #expect(text.hasPrefix("cannot ") && text.contains(": ") && !text.hasSuffix(": "), "\(text)")
    }

    @Test("a driver that names buffers there are none of is given up")
    func strangeBuffer() throws {
        let machine = try FakeMachine()
        try machine.plug { ($0.framesPerStart, $0.strangeIndex) = (3, 6) }
        let handle = try machine.makeProvider().open("usb-1 Fake Camera")
        let log = SampleLog()
        try handle.start(log, on: machine.host)
        #expect(log.waitForFailure() == .broken("its driver names a buffer that there is none of"))
        handle.close()
        #expect(machine.remains.isEmpty)
    }
}
