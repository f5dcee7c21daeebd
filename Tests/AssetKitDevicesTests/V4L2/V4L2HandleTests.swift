import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CDevices
import CMTimeLib
import Glibc
import Testing

@Suite("A camera that is open")
struct V4L2HandleTests {
    private let machine: FakeMachine
    private let yuvs = DevicePictureFormat.Coding.pixels(kCVPixelFormatType_422YpCbCr8_yuvs)

    init() throws { machine = try FakeMachine() }

    private func open(_ change: (FakeCamera) -> Void = { _ in }) throws -> any DeviceHandle {
        try machine.plug(change: change)
        return try machine.makeProvider().open("usb-1 Fake Camera")
    }

    private func setup(_ coding: DevicePictureFormat.Coding, _ width: Int, _ height: Int, rate: Int32 = 30)
        -> DeviceSetup
    {
        DeviceSetup(
            format: .pictures(.init(coding, width: width, height: height, rates: .these([]))),
            frameDuration: CMTime(value: 1, timescale: rate)
        )
    }

    @Test("it says what its driver made of a wish")
    func rounded() throws {
        let handle = try open()
        let answer = try handle.configure(setup(yuvs, 30, 20, rate: 14))
        #expect(answer.format.pictures?.width == 32)
        #expect(answer.format.pictures?.height == 24)
        #expect(answer.frameDuration == CMTime(value: 1, timescale: 15))
        #expect(answer.format.pictures?.rates == .these([CMTime(value: 1, timescale: 15)]))
    }

    @Test("a driver without rates is left alone")
    func withoutRates() throws {
        let handle = try open { $0.hasTimePerFrame = false }
        #expect(try handle.configure(setup(yuvs, 64, 48)).frameDuration == .invalid)
    }

    @Test("pixels that use all values are called so")
    func fullRange() throws {
        let handle = try open { $0.quantization = V4L2_QUANTIZATION_FULL_RANGE }
        let answer = try handle.configure(setup(yuvs, 64, 48))
        #expect(answer.format.pictures?.coding == .pixels(kCVPixelFormatType_422YpCbCr8FullRange))
        // What it says, it takes.
        #expect(try handle.configure(answer) == answer)
    }

    @Test("what it does not deliver is refused, and it stays as it was")
    func refused() throws {
        let handle = try open()
        let agreed = try handle.configure(setup(yuvs, 32, 24))
        #expect(throws: AVError.self) { try handle.configure(setup(.h264, 64, 48)) }
        let sound = DeviceSetup(format: .sound(.init(sampleRate: 48_000, channelCount: 2)))
        #expect(
            throws: AVError(
                .formatUnsupported,
                "cannot set the format of the camera 'Fake Camera': it delivers pictures only"
            )
        ) { try handle.configure(sound) }
        machine.fail(FakeFault(call: .setParameters, number: EIO, count: 1))
        #expect(throws: AVError.self) { try handle.configure(setup(yuvs, 64, 48)) }
        machine.change { #expect($0.present.width == 32) }
        #expect(agreed.format.pictures?.width == 32)
    }

    @Test("a camera that another program uses, that is gone, or that may not be used says so")
    func reasons() throws {
        let handle = try open()
        let all: [(CInt, AVError.Code, String)] = [
            (EBUSY, .deviceInUseByAnotherApplication, "another program is using it"),
            (ENODEV, .deviceNotConnected, "it is not connected any more"),
            (
                EACCES, .applicationIsNotAuthorizedToUseDevice,
                "this user is not in the group 'video', whose members may use cameras"
            ),
            (ENOMEM, .outOfMemory, "there is not enough memory for its pictures"),
            (EIO, .unknown, "Input/output error"),
        ]
        for (number, code, reason) in all {
            machine.fail(FakeFault(call: .setFormat, number: number))
            #expect(throws: AVError(code, "cannot set the format of the camera 'Fake Camera': \(reason)")) {
                try handle.configure(setup(yuvs, 64, 48))
            }
            machine.fail(FakeFault(call: .streamOn, number: number))
            #expect(throws: AVError(code, "cannot start the camera 'Fake Camera': \(reason)")) {
                try handle.start(SampleLog(), on: machine.host)
            }
        }
    }

    @Test("a camera that runs is not set otherwise")
    func running() throws {
        let handle = try open()
        try handle.start(SampleLog(), on: machine.host)
        #expect(
            throws: AVError(.operationNotAllowed, "cannot set the format of the camera 'Fake Camera': it is running")
        ) { try handle.configure(setup(yuvs, 64, 48)) }
        handle.stop()
        _ = try handle.configure(setup(yuvs, 64, 48))
    }

    @Test("a camera that is closed has given everything back and says that it is closed")
    func closed() throws {
        let handle = try open()
        try handle.start(SampleLog(), on: machine.host)
        handle.close()
        #expect(machine.remains.isEmpty)
        #expect(
            throws: AVError(.deviceNotConnected, "cannot use the camera 'Fake Camera': it was closed")
        ) { try handle.controls() }
        handle.close()
        handle.stop()
    }

    // MARK: - Controls

    private func addControls(_ camera: FakeCamera) {
        camera.controls = [
            .init(number: V4L2_CID_BRIGHTNESS, name: "Brightness", range: -64...64, defaultValue: 0, value: 5),
            .init(number: V4L2_CID_BRIGHTNESS + 500, name: "Unknown"),
            .init(
                number: V4L2_CID_EXPOSURE_AUTO,
                type: V4L2_CTRL_TYPE_MENU,
                name: "Auto Exposure",
                range: 0...3,
                defaultValue: 3,
                value: 3,
                menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]
            ),
            .init(
                number: V4L2_CID_EXPOSURE_ABSOLUTE,
                name: "Exposure Time, Absolute",
                range: 3...2047,
                defaultValue: 250,
                value: 100,
                flags: V4L2_CTRL_FLAG_INACTIVE
            ),
            .init(
                number: V4L2_CID_AUTO_EXPOSURE_BIAS,
                type: V4L2_CTRL_TYPE_INTEGER_MENU,
                name: "Exposure Bias",
                range: 0...2,
                value: 1,
                numbers: [0: -1000, 1: 0, 2: 1000]
            ),
            .init(number: V4L2_CID_AUTO_FOCUS_START, type: V4L2_CTRL_TYPE_BUTTON, name: "Focus Now"),
            .init(
                number: V4L2_CID_AUTO_FOCUS_STATUS,
                type: V4L2_CTRL_TYPE_BITMASK,
                name: "Focus Status",
                range: 0...7,
                value: 2,
                flags: V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_VOLATILE
            ),
            .init(number: V4L2_CID_HUE, name: "Hue", flags: V4L2_CTRL_FLAG_DISABLED),
            .init(number: V4L2_CID_SHARPNESS, name: "Sharpness", flags: V4L2_CTRL_FLAG_GRABBED),
        ]
    }

    @Test(
        "controls are listed with their values and menus, also by a driver that has no list",
        arguments: [true, false]
    )
    func controls(hasList: Bool) throws {
        let handle = try open {
            addControls($0)
            $0.knowsNextControl = hasList
        }
        let controls = try handle.controls()
        #expect(
            controls == [
                DeviceControl(.autoFocusStart, name: "Focus Now", minimum: 0, maximum: 0, defaultValue: 0, value: 0),
                DeviceControl(
                    .autoFocusStatus,
                    name: "Focus Status",
                    minimum: 0,
                    maximum: 7,
                    defaultValue: 0,
                    value: 2,
                    isReadOnly: true
                ),
                DeviceControl(
                    .exposureAuto,
                    name: "Auto Exposure",
                    minimum: 0,
                    maximum: 3,
                    defaultValue: 3,
                    value: 3,
                    menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]
                ),
                DeviceControl(
                    .exposureAbsolute,
                    name: "Exposure Time, Absolute",
                    minimum: 3,
                    maximum: 2047,
                    defaultValue: 250,
                    value: 100,
                    isInactive: true
                ),
                DeviceControl(
                    .exposureBias,
                    name: "Exposure Bias",
                    minimum: 0,
                    maximum: 2,
                    defaultValue: 0,
                    value: 1,
                    menu: [0: "-1000", 1: "0", 2: "1000"]
                ),
                DeviceControl(.brightness, name: "Brightness", minimum: -64, maximum: 64, defaultValue: 0, value: 5),
                DeviceControl(.sharpness, name: "Sharpness", minimum: 0, maximum: 255, defaultValue: 0, value: 0),
            ]
        )
        #expect(try #require(machine.makeProvider().devices().first).controls == controls)
    }

    @Test("controls are set in order, and read back as the driver rounds them")
    func set() throws {
        let handle = try open(addControls)
        try handle.set([.init(.brightness, 100), .init(.exposureAuto, 1), .init(.autoFocusStart, 1)])
        let controls = try handle.controls()
        #expect(controls.first { $0.kind == .brightness }?.value == 64)
        #expect(controls.first { $0.kind == .exposureAuto }?.value == 1)
    }

    @Test("what cannot be set is refused in a sentence, and what was set before stays")
    func notSet() throws {
        let handle = try open(addControls)
        let all: [(DeviceControl.Kind, Int64, AVError)] = [
            (
                .exposureAbsolute, 5,
                AVError(
                    .operationNotAllowed,
                    "cannot set 'Exposure Time, Absolute' of the camera 'Fake Camera': "
                        + "it has no effect as long as another control decides, such as an automatic one"
                )
            ),
            (
                .autoFocusStatus, 0,
                AVError(
                    .operationNotAllowed,
                    "cannot set 'Focus Status' of the camera 'Fake Camera': it can only be read"
                )
            ),
            (
                .exposureAuto, 2,
                AVError(
                    .operationNotAllowed,
                    "cannot set 'Auto Exposure' of the camera 'Fake Camera': 2 is no value for it"
                )
            ),
            (
                .brightness, 1 << 40,
                AVError(
                    .operationNotAllowed,
                    "cannot set 'Brightness' of the camera 'Fake Camera': 1099511627776 is no value for it"
                )
            ),
            (
                .sharpness, 1,
                AVError(
                    .deviceInUseByAnotherApplication,
                    "cannot set 'Sharpness' of the camera 'Fake Camera': "
                        + "another program holds it, or it cannot change while pictures come"
                )
            ),
            (
                .zoomAbsolute, 1,
                AVError(
                    .operationNotAllowed,
                    "cannot set 'zoomAbsolute' of the camera 'Fake Camera': it has no such control"
                )
            ),
        ]
        for (index, (kind, value, error)) in all.enumerated() {
            #expect(throws: error) { try handle.set([.init(.brightness, Int64(index)), .init(kind, value)]) }
            machine.change { #expect($0.controls[0].value == index) }
        }
    }

    @Test("exposure is locked without what else its driver locks")
    func exposureLock() throws {
        let handle = try open { camera in
            camera.controls = [
                .init(
                    number: V4L2_CID_3A_LOCK,
                    type: V4L2_CTRL_TYPE_BITMASK,
                    name: "3A, Lock",
                    range: 0...7,
                    value: V4L2_LOCK_WHITE_BALANCE
                )
            ]
        }
        try handle.set([.init(.exposureLock, 1)])
        machine.change { #expect($0.controls[0].value == V4L2_LOCK_WHITE_BALANCE | V4L2_LOCK_EXPOSURE) }
        #expect(try handle.controls().map(\.value) == [1])
        try handle.set([.init(.exposureLock, 0)])
        machine.change { #expect($0.controls[0].value == V4L2_LOCK_WHITE_BALANCE) }
    }

    @Test("a driver whose list of controls does not end is stopped")
    func endlessList() throws {
        let handle = try open { camera in
            camera.controls = (0..<5000).map { .init(number: V4L2_CID_BASE + 1000 + $0, name: "Another") }
        }
        #expect(try handle.controls().isEmpty)
    }
}
