import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CDevices
import CMTimeLib
import Glibc
import Testing

@Suite("Pictures of a camera")
struct V4L2StreamTests {
    private let machine: FakeMachine
    private var host: VirtualHostClock { machine.host }
    private let log = SampleLog()
    private let period: Int64 = 33_333_333

    init() throws { machine = try FakeMachine() }

    private func start(
        _ letters: String = "YUYV",
        sink: SampleLog? = nil,
        _ change: (FakeCamera) -> Void = { _ in }
    ) throws -> any DeviceHandle {
        try machine.plug { camera in
            camera.formats = [.init(letters)]
            change(camera)
        }
        let handle = try machine.makeProvider().open("usb-1 Fake Camera")
        try handle.start(sink ?? log, on: host)
        return handle
    }

    /// Delivers pictures one period after the other, each when the one before has been taken.
    private func deliver(_ frames: [FakeCamera.Frame], arriving: Int? = nil) -> Bool {
        let before = log.samples.count
        for frame in frames {
            host.advance(by: period)
            var frame = frame
            frame.time = frame.time ?? host.now
            machine.deliver("video0", frame)
        }
        return log.wait(count: before + (arriving ?? frames.count))
    }

    @Test(
        "pixels come row by row, without what the driver adds to rows",
        arguments: ["YUYV", "UYVY", "NV12", "YU12", "YV12", "RGB3", "BGR3", "GREY"]
    )
    func pixels(letters: String) throws {
        let handle = try start(letters) { $0.rowPadding = 10 }
        #expect(deliver([.init()]))
        let picture = try #require(log.samples.first?.picture)
        #expect((CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)) == (64, 48))
        let type: OSType =
            switch letters {
            case "YUYV": kCVPixelFormatType_422YpCbCr8_yuvs
            case "UYVY": kCVPixelFormatType_422YpCbCr8
            case "NV12": kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            case "YU12", "YV12": kCVPixelFormatType_420YpCbCr8Planar
            case "RGB3": kCVPixelFormatType_24RGB
            case "BGR3": kCVPixelFormatType_24BGR
            default: kCVPixelFormatType_OneComponent8
            }
        #expect(CVPixelBufferGetPixelFormatType(picture) == type)
        func byte(_ plane: Int, _ row: Int, _ column: Int) -> UInt8? {
            let bytesPerRow = picture.storage.bytesPerRow(ofPlane: plane)
            return picture.akWithPlane(plane) {
                $0.unsafeLoad(fromByteOffset: row * bytesPerRow + column, as: UInt8.self)
            }
        }
        let bytesPerRow = ["YUYV": 138, "UYVY": 138, "RGB3": 202, "BGR3": 202][letters] ?? 74
        #expect(byte(0, 0, 0) == 0)
        #expect(byte(0, 47, 5) == UInt8(truncatingIfNeeded: 47 * bytesPerRow + 5))
        switch letters {
        case "NV12": #expect(byte(1, 23, 63) == UInt8(truncatingIfNeeded: (48 + 23) * 74 + 63))
        case "YU12": #expect(byte(1, 1, 2) == UInt8(truncatingIfNeeded: 48 * 74 + 37 + 2))
        case "YV12": #expect(byte(2, 1, 2) == UInt8(truncatingIfNeeded: 48 * 74 + 37 + 2))
        default: break
        }
        handle.close()
        #expect(machine.remains.isEmpty)
    }

    @Test("planes in memories of their own come together")
    func multiPlanar() throws {
        let handle = try start("NM12") {
            $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
        }
        #expect(deliver([.init(), .init()]))
        let picture = try #require(log.samples.last?.picture)
        #expect(picture.akWithPlane(1) { $0.unsafeLoad(fromByteOffset: 5, as: UInt8.self) } == 105)
        handle.close()
        #expect(machine.remains.isEmpty)
    }

    @Test("what the driver says of colours is attached")
    func colors() throws {
        let handle = try start()
        #expect(deliver([.init()]))
        let picture = try #require(log.samples.first?.picture)
        func attached(_ key: CFString) -> CFString? { CVBufferCopyAttachment(picture, key, nil) as? CFString }
        #expect(attached(kCVImageBufferColorPrimariesKey) == kCVImageBufferColorPrimaries_ITU_R_709_2)
        #expect(attached(kCVImageBufferTransferFunctionKey) == kCVImageBufferTransferFunction_sRGB)
        #expect(attached(kCVImageBufferYCbCrMatrixKey) == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
        handle.stop()
    }

    @Test("JPEG files come as they are, without what fills up the buffer, and those cut short are lost")
    func files() throws {
        let handle = try start("MJPG")
        let whole: [UInt8] = [0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]
        let frames = [
            whole, [0xff, 0xd8, 1, 2, 3], whole + [0, 0, 0], [], [1, 2, 3, 0xff, 0xd9], whole,
        ].map { FakeCamera.Frame(bytes: $0) }
        #expect(deliver(frames, arriving: 3))
        #expect(log.samples.map(\.coded) == [whole, whole, whole])
        #expect(log.lostCounts == [0, 1, 2])
        handle.stop()
    }

    @Test("H.264 comes as it is")
    func stream() throws {
        let handle = try start("H264")
        let bytes: [UInt8] = [0, 0, 0, 1, 0x67, 0, 0, 0]
        #expect(deliver([.init(bytes: bytes), .init(bytes: []), .init(bytes: [0, 0, 1, 9])], arriving: 2))
        #expect(log.samples.map(\.coded) == [bytes, [0, 0, 1, 9]])
        handle.stop()
    }

    @Test("pictures are counted as lost where numbers have gaps, where they are damaged, and where they are too short")
    func lost() throws {
        let handle = try start()
        let damaged = FakeCamera.Frame(flags: V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_ERROR)
        #expect(
            deliver(
                [.init(), .init(step: 4), damaged, damaged, .init(step: 2), .init(byteCount: 100), .init(), .init()],
                arriving: 5
            )
        )
        #expect(log.lostCounts == [0, 3, 3, 1, 0])
        #expect(log.cuts == [false, false, false, false, false])
        handle.stop()
    }

    @Test("times are the kernel's stamps, or those of arrival where the stamps are of another clock")
    func stamps() throws {
        let handle = try start()
        let first = host.now
        #expect(deliver([.init(time: first - 1000)]))
        #expect(deliver([.init(flags: V4L2_BUF_FLAG_TIMESTAMP_COPY, time: first)]))
        #expect(deliver([.init(flags: 0, time: first)]))
        #expect(deliver([.init(time: first - 5_000_000_000)]))
        #expect(log.times == [first - 1000, first + 2 * period, first + 3 * period, first + 4 * period])
        handle.stop()
    }

    @Test("times ascend where stamps go back, and a jump is told")
    func stampsBack() throws {
        let handle = try start()
        let first = host.now
        #expect(deliver([.init(time: first), .init(time: first - 50_000_000)]))
        #expect(log.times[1] == first + period / 2)
        host.advance(to: first + 400_000_000)
        #expect(deliver([.init(time: first + 1_900_000_000)]))
        #expect(log.cuts == [false, true, true])
        handle.stop()
    }

    @Test("pictures that somebody keeps do not take the driver's buffers, and there is an end to them")
    func kept() throws {
        let handle = try start()
        // Two seconds of them, and 24.
        #expect(deliver(Array(repeating: .init(), count: 84)))
        #expect(deliver(Array(repeating: .init(), count: 3), arriving: 0))
        // What found no room is counted with the next one.
        #expect(
            machine.wait { $0.cameras["video0"].map { $0.frames.isEmpty && $0.queued.count == $0.bufferCount } == true }
        )
        log.state.withLock { $0.samples = [] }
        #expect(deliver([.init()]))
        #expect(log.lostCounts == [3])
        handle.stop()
    }

    @Test("a camera that sends nothing is started anew once, goes on with a cut, and is given up the second time")
    func stall() throws {
        let handle = try start()
        #expect(deliver([.init(), .init()]))
        // Time passes until the camera has been started anew.
        advance { machine.state.withLock { $0.cameras["video0"]?.startCount } == 2 }
        #expect(log.failures.isEmpty)
        #expect(deliver([.init()]))
        #expect(log.cuts == [false, false, true])
        #expect(log.lostCounts == [0, 0, 0])
        advance { !log.failures.isEmpty }
        #expect(log.failures == [.stalled])
        #expect(machine.state.withLock { $0.cameras["video0"]?.startCount } == 2)
        #expect(machine.remains == ["1 open descriptors"])
        // It does not run any more, and may be set and started again.
        let format = try #require(machine.makeProvider().devices().first?.formats.first)
        _ = try handle.configure(DeviceSetup(format: format))
        try handle.start(SampleLog(), on: host)
        handle.close()
        #expect(machine.remains.isEmpty)
    }

    /// Lets time pass as long as the camera's thread needs to see it.
    private func advance(until condition: () -> Bool) {
        for _ in 0..<1_000_000 {
            if condition() { return }
            host.advance(by: 10_000_000)
            sched_yield()
        }
        Issue.record("nothing happened, however much time passed")
    }

    @Test("a camera that is unplugged says so at once, and gives everything back first")
    func unplugged() throws {
        let handle = try start()
        #expect(deliver([.init()]))
        try machine.unplug()
        #expect(log.waitForFailure() == .disconnected)
        handle.close()
        #expect(machine.remains.isEmpty)
        #expect(log.failures.count == 1)
    }

    @Test("a stream that its driver calls broken is started anew once")
    func broken() throws {
        let handle = try start()
        machine.change { $0.pollErrors = POLLERR }
        // The thread waits in poll; a picture that cannot be taken wakes it.
        machine.fail(FakeFault(call: .dequeue, number: EAGAIN))
        machine.deliver("video0", .init())
        #expect(log.waitForFailure() == .broken("its driver says that its stream is broken"))
        #expect(machine.state.withLock { $0.cameras["video0"]?.startCount } == 2)
        handle.close()
        #expect(machine.remains.isEmpty)
    }

    @Test("a signal that is lost for a moment costs a new start and nothing else")
    func lostSignal() throws {
        let handle = try start { $0.framesPerStart = 3 }
        #expect(log.wait(count: 3))
        machine.fail(FakeFault(call: .dequeue, number: EIO, count: 1))
        machine.deliver("video0", .init())
        #expect(log.wait(count: 6))
        #expect(log.cuts[3])
        #expect(log.failures.isEmpty)
        handle.close()
        #expect(machine.remains.isEmpty)
    }

    @Test("nothing comes when stop has returned, and a new start goes on")
    func stopAndStart() throws {
        let handle = try start { $0.framesPerStart = 100 }
        #expect(log.wait(count: 2))
        handle.stop()
        let count = log.samples.count
        #expect(machine.remains == ["1 open descriptors"])
        #expect(log.samples.count == count)
        try handle.start(log, on: host)
        #expect(log.wait(count: count + 2))
        handle.close()
        #expect(log.failures.isEmpty)
        #expect(machine.remains.isEmpty)
    }

    @Test("who takes pictures may stop, close and start anew from there")
    func stopFromSink() throws {
        let held = Protected<(any DeviceHandle)?>(nil)
        let second = SampleLog()
        let (machine, host) = (machine, host)
        let sink = SampleLog { _ in
            guard let handle = held.withLock({ $0 }) else { return }
            handle.stop()
            try? handle.start(second, on: host)
        }
        let handle = try start(sink: sink)
        held.withLock { $0 = handle }
        machine.deliver("video0", .init())
        #expect(machine.wait { $0.cameras["video0"]?.startCount == 2 })
        machine.deliver("video0", .init())
        #expect(second.wait(count: 1))
        // It is in the log once the closure that began anew has ended, on a thread of its own.
        #expect(sink.wait(count: 1))
        #expect(sink.samples.count == 1)
        handle.close()
        #expect(machine.remains.isEmpty)
        held.withLock { $0 = nil }
    }

    @Test("a camera that nobody holds any more is given back, also where it lets go of itself")
    func released() throws {
        try machine.plug { $0.framesPerStart = 2 }
        let held = Protected<(any DeviceHandle)?>(nil)
        let sink = SampleLog { _ in
            let handle = held.withLock { state in
                defer { state = nil }
                return state
            }
            withExtendedLifetime(handle) {}
        }
        do {
            let handle = try machine.makeProvider().open("usb-1 Fake Camera")
            held.withLock { $0 = handle }
        }
        try held.withLock { $0 }?.start(sink, on: host)
        #expect(sink.wait(count: 1))
        #expect(machine.wait { $0.open.isEmpty })
        #expect(machine.remains.isEmpty)
    }

    @Test("another program that takes the camera between two starts is told of")
    func taken() throws {
        let handle = try start()
        handle.stop()
        machine.change { $0.isInUseElsewhere = true }
        #expect(
            throws: AVError(
                .deviceInUseByAnotherApplication,
                "cannot start the camera 'Fake Camera': another program is using it"
            )
        ) { try handle.start(log, on: host) }
        machine.change { $0.isInUseElsewhere = false }
        try handle.start(log, on: host)
        handle.close()
        #expect(machine.remains.isEmpty)
    }

    @Test("whoever opens a camera that runs is told that it is in use, and it goes on")
    func openedTwice() throws {
        let handle = try start { $0.framesPerStart = 2 }
        let second = try machine.makeProvider().open("usb-1 Fake Camera")
        let rates = DeviceRates.these([CMTime(value: 1, timescale: 30)])
        let yuvs = DevicePictureFormat.Coding.pixels(kCVPixelFormatType_422YpCbCr8_yuvs)
        let setup = DeviceSetup(format: .pictures(.init(yuvs, width: 64, height: 48, rates: rates)))
        let (refused, next) = (SampleLog(), SampleLog())
        #expect(throws: AVError(.deviceInUseByAnotherApplication, refusal("set the format of"))) {
            try second.configure(setup)
        }
        #expect(throws: AVError(.deviceInUseByAnotherApplication, refusal("start"))) {
            try second.start(refused, on: host)
        }
        #expect(log.wait(count: 2) && deliver([.blank]) && refused.samples.isEmpty && log.failures.isEmpty)
        handle.stop()
        try second.start(next, on: host)
        #expect(next.wait(count: 2))
        handle.close()
        second.close()
        #expect(machine.remains.isEmpty)
    }

    private func refusal(_ asked: String) -> String {
        "cannot \(asked) the camera 'Fake Camera': another program is using it"
    }

    @Test("a driver whose buffers are too small for a picture is refused")
    func small() throws {
        try machine.plug { $0.missingBytes = 1 }
        let handle = try machine.makeProvider().open("usb-1 Fake Camera")
        #expect(
            throws: AVError(
                .unknown,
                "cannot start the camera 'Fake Camera': its driver has buffers that are too small for a picture"
            )
        ) { try handle.start(log, on: host) }
        handle.close()
        #expect(machine.remains.isEmpty)
    }
}
