import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitBase

@Suite("Capture devices: what controls do")
struct DeviceControlTests {
    private let studio = Studio()
    private let heard = HeardNames()

    /// A camera with these controls, in the studio's session.
    private func camera(_ controls: [DeviceControl]) throws -> (camera: AVCaptureDevice, provider: ControlledProvider) {
        studio.provider.add(.camera(AKSyntheticCamera(id: "camera", width: 320, height: 240, frameRates: [30, 15])))
        let (provider, environment) = (ControlledProvider(studio.provider, controls), studio.environment)
        let registry = DeviceRegistry([provider]) { environment.notice($0) }
        let camera = try #require(registry.device("camera"))
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        try camera.lockForConfiguration()
        return (camera, provider)
    }

    private func control(_ kind: DeviceControl.Kind, _ value: Int64, upTo maximum: Int64 = 1) -> DeviceControl {
        DeviceControl(kind, name: kind.rawValue, minimum: 0, maximum: maximum, defaultValue: 0, value: value)
    }

    private var automatic: DeviceControl {
        var decision = control(.exposureAuto, 3, upTo: 3)
        decision.menu = [1: "Manual Mode", 3: "Aperture Priority Mode"]
        return decision
    }

    // MARK: Exposure

    @Test("exposure is locked by the camera's own lock where it has one, and let go by it")
    func exposureLock() throws {
        let exposure = control(.exposureAbsolute, 250, upTo: 2047)
        let (camera, provider) = try camera([automatic, exposure, control(.exposureLock, 0)])
        camera.exposureMode = .locked
        #expect(provider[.exposureLock] == 1 && provider[.exposureAuto] == 3 && camera.exposureMode == .locked)
        camera.exposureMode = .continuousAutoExposure
        #expect(provider[.exposureLock] == 0 && camera.exposureMode == .continuousAutoExposure)
        // The lock would hold what is set by hand.
        camera.exposureMode = .locked
        camera.setExposureModeCustom(duration: .invalid, iso: AVCaptureDevice.currentISO)
        #expect(provider[.exposureLock] == 0 && provider[.exposureAuto] == 1)
    }

    @Test("a lock alone makes two modes, and the mode is what the camera has made of it")
    func lockAlone() throws {
        let (camera, provider) = try camera([control(.exposureLock, 0)])
        #expect(camera.exposureMode == .continuousAutoExposure && camera.isExposureModeSupported(.locked))
        #expect(camera.isExposureModeSupported(.continuousAutoExposure) && !camera.isExposureModeSupported(.custom))
        camera.exposureMode = .locked
        #expect(provider[.exposureLock] == 1 && camera.exposureMode == .locked)
        camera.exposureMode = .continuousAutoExposure
        #expect(provider[.exposureLock] == 0 && camera.exposureMode == .continuousAutoExposure)
        provider.isStubborn = true
        camera.exposureMode = .locked
        #expect(camera.exposureMode == .continuousAutoExposure)
    }

    @Test("without a lock, exposure stays by hand as it has become")
    func lockByHand() throws {
        let (camera, provider) = try camera([automatic, control(.exposureAbsolute, 250, upTo: 2047)])
        studio.session.startRunning()
        provider[.exposureAbsolute] = 333
        camera.exposureMode = .locked
        let changes = [DeviceControlChange(.exposureAuto, 1), DeviceControlChange(.exposureAbsolute, 333)]
        #expect(provider.changes == changes)
        #expect(camera.exposureMode == .locked)
    }

    @Test("automatic exposure may not make pictures last longer where all are to last as long")
    func darkRate() throws {
        let (camera, provider) = try camera([automatic, control(.exposureAutoPriority, 1)])
        camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
        #expect(provider[.exposureAutoPriority] == 1)
        camera.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30)
        #expect(provider[.exposureAutoPriority] == 0)
        // Another program meanwhile.
        provider[.exposureAutoPriority] = 1
        studio.session.startRunning()
        #expect(provider[.exposureAutoPriority] == 0)
        camera.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
        #expect(provider[.exposureAutoPriority] == 1)
    }

    @Test(
        "a bias that is a plain number is what is nearest to the wish, of all steps that the driver has",
        arguments: [
            (1, 0, 0), (1, 0.4, 400), (1, -0.6, -600), (1, 3, 3000), (1, -3, -3000), (500, 0.4, 500), (500, -0.6, -500),
            (700, 0, -200), (700, 3, 2600),
        ] as [(Int64, Float, Int64)]
    )
    func bias(step: Int64, wish: Float, value: Int64) throws {
        var bias = control(.exposureBias, 1000, upTo: 3000)
        (bias.minimum, bias.step) = (-3000, step)
        let (camera, provider) = try camera([bias])
        #expect(camera.minExposureTargetBias == -3 && camera.maxExposureTargetBias == 3)
        #expect(camera.exposureTargetBias == 1)
        camera.setExposureTargetBias(wish)
        #expect(provider[.exposureBias] == value && camera.exposureTargetBias == Float(value) / 1000)
    }

    @Test("a menu of biases that are no numbers has none")
    func namedBiases() throws {
        var bias = control(.exposureBias, 1, upTo: 2)
        bias.menu = [0: "Dark", 1: "Usual", 2: "Bright"]
        let (camera, provider) = try camera([bias])
        #expect(camera.minExposureTargetBias == 0 && camera.maxExposureTargetBias == 0)
        camera.setExposureTargetBias(0)
        #expect(camera.exposureTargetBias == 0 && provider.changes.isEmpty)
    }

    // MARK: White balance

    private func balance(_ kind: DeviceControl.Kind, _ value: Int64) -> DeviceControl {
        var balance = control(kind, value, upTo: 255)
        balance.defaultValue = 128
        return balance
    }

    @Test(
        "gains are 1 at least and 4 at most, and what is read can be set, which leaves the colours as they are",
        arguments: [(100, 200), (128, 128), (200, 160), (0, 64), (0, 0), (7, 255)] as [(Int64, Int64)]
    )
    func gainsOfNow(red: Int64, blue: Int64) throws {
        let (camera, provider) = try camera([
            balance(.redBalance, red), balance(.blueBalance, blue), control(.whiteBalanceAuto, 1),
        ])
        let gains = camera.deviceWhiteBalanceGains
        let values = [gains.redGain, gains.greenGain, gains.blueGain]
        #expect(values.allSatisfy { (1...camera.maxWhiteBalanceGain).contains($0) } && values.contains(1))
        camera.setWhiteBalanceModeLocked(with: gains)
        #expect(provider[.redBalance] == red && provider[.blueBalance] == blue && provider[.whiteBalanceAuto] == 0)
    }

    @Test("gains that a device had are set again to the number, whatever it had meanwhile")
    func formerGains() throws {
        let (camera, provider) = try camera([
            balance(.redBalance, 100), balance(.blueBalance, 200), control(.whiteBalanceAuto, 1),
        ])
        let gains = camera.deviceWhiteBalanceGains
        #expect(gains.redGain == 1 && abs(gains.greenGain - 1.28) < 0.001 && abs(gains.blueGain - 2) < 0.001)
        camera.setWhiteBalanceModeLocked(with: .init(redGain: 1.5, greenGain: 1, blueGain: 1))
        #expect(provider[.redBalance] == 192 && provider[.blueBalance] == 128)
        camera.setWhiteBalanceModeLocked(with: gains)
        #expect(provider[.redBalance] == 100 && provider[.blueBalance] == 200)
    }

    @Test("gains cannot be set where no control has them, or none that says what is usual, but those of now can")
    func noGains() async throws {
        let (camera, provider) = try camera([
            control(.whiteBalanceAuto, 1), control(.redBalance, 5), control(.blueBalance, 5),
        ])
        #expect(!camera.isLockingWhiteBalanceWithCustomDeviceGainsSupported && camera.maxWhiteBalanceGain == 1)
        camera.setWhiteBalanceModeLocked(with: camera.deviceWhiteBalanceGains)
        camera.setWhiteBalanceModeLocked(with: AVCaptureDevice.currentWhiteBalanceGains)
        #expect(provider[.whiteBalanceAuto] == 0 && provider[.redBalance] == 5)
        await #expect(processExitsWith: .exitCode(42)) {
            let test = DeviceControlTests()
            let (camera, _) = try test.camera([test.control(.whiteBalanceAuto, 1)])
            ProgrammerError.$handler.withValue({ exit($0.hasSuffix("has no gains of colours") ? 42 : 1) }) {
                camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1))
            }
        }
    }

    // MARK: Focus

    @Test("one go at focusing ends when the driver says so, and the lens is locked then")
    func focusingOnce() throws {
        let controls = [
            control(.focusAuto, 1), control(.autoFocusStart, 0), control(.autoFocusStatus, 0, upTo: 7),
        ]
        let (camera, provider) = try camera(controls)
        studio.session.startRunning()
        heard.listen(to: camera, ["isAdjustingFocus", "focusMode"])
        camera.focusMode = .autoFocus
        studio.advance(2)
        #expect(camera.focusMode == .autoFocus && camera.isAdjustingFocus)
        #expect(heard.names == ["focusMode", "isAdjustingFocus"])
        provider[.autoFocusStatus] = 2
        studio.advance(0.2)
        #expect(camera.focusMode == .locked && !camera.isAdjustingFocus)
        #expect(heard.names == ["focusMode", "isAdjustingFocus", "focusMode", "isAdjustingFocus"])
    }

    @Test("where no driver says so, focusing takes a second")
    func focusingBlindly() throws {
        let (camera, _) = try camera([control(.focusAuto, 1), control(.autoFocusStart, 0)])
        studio.session.startRunning()
        camera.focusMode = .autoFocus
        studio.advance(0.85)
        #expect(camera.focusMode == .autoFocus && camera.isAdjustingFocus)
        studio.advance(0.2)
        #expect(camera.focusMode == .locked && !camera.isAdjustingFocus)
        camera.focusMode = .autoFocus
        camera.focusMode = .continuousAutoFocus
        #expect(camera.focusMode == .continuousAutoFocus && !camera.isAdjustingFocus)
    }

    // MARK: Observers

    @Test("observers hear what other programs and the camera itself change, while it runs")
    func changesOfOthers() throws {
        let controls = [
            control(.focusAuto, 1), control(.focusAbsolute, 0, upTo: 100), control(.whiteBalanceAuto, 1), automatic,
            control(.exposureAbsolute, 250, upTo: 2047), control(.exposureLock, 0), control(.gain, 10, upTo: 255),
        ]
        let (camera, provider) = try camera(controls)
        heard.listen(
            to: camera,
            ["focusMode", "lensPosition", "whiteBalanceMode", "exposureMode", "exposureDuration", "iso"]
        )
        studio.session.startRunning()
        studio.advance(1)
        #expect(heard.names.isEmpty)
        (provider[.focusAuto], provider[.focusAbsolute], provider[.gain]) = (0, 50, 20)
        // Who reads it meanwhile takes nothing away from who observes.
        #expect(camera.focusMode == .locked && camera.lensPosition == 0.5)
        studio.advance(0.6)
        #expect(heard.names == ["focusMode", "lensPosition", "iso"])
        (provider[.whiteBalanceAuto], provider[.exposureAbsolute], provider[.exposureLock]) = (0, 100, 1)
        studio.advance(0.6)
        #expect(Array(heard.names.dropFirst(3)) == ["exposureMode", "exposureDuration", "whiteBalanceMode"])
        studio.session.stopRunning()
        provider[.focusAuto] = 1
        studio.advance(2)
        #expect(heard.names.count == 6)
    }

    @Test("observers hear what changes along with what is set")
    func companions() throws {
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, hasControls: true))
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        heard.listen(
            to: camera,
            [
                "torchMode", "isTorchActive", "torchLevel", "isFlashActive", "focusMode", "lensPosition",
                "exposureMode", "exposureDuration",
            ]
        )
        try camera.lockForConfiguration()
        try camera.setTorchModeOn(level: 0.5)
        studio.session.startRunning()
        #expect(heard.names == ["torchMode", "isTorchActive", "torchLevel"])
        camera.flashMode = .on
        camera.setFocusModeLocked(lensPosition: 0.5)
        camera.setExposureModeCustom(
            duration: CMTime(value: 1, timescale: 100),
            iso: AVCaptureDevice.currentISO
        )
        let set = ["isFlashActive", "focusMode", "lensPosition", "exposureMode", "exposureDuration"]
        #expect(Array(heard.names.dropFirst(3)) == set)
        studio.session.stopRunning()
        #expect(Array(heard.names.dropFirst(8)) == ["isTorchActive", "torchLevel"])
        #expect(camera.torchMode == .on && !camera.isTorchActive)
    }
}

/// The names of what has changed, in order.
private final class HeardNames {
    private let state = Protected([String]())
    private var observations: [Any] = []

    var names: [String] { state.withLock { $0 } }

    /// Listens to properties, by their names.
    func listen(to device: AVCaptureDevice, _ names: [String]) {
        for name in names {
            switch name {
            case "exposureDuration": listen(to: device, \.exposureDuration, name)
            case "exposureMode": listen(to: device, \.exposureMode, name)
            case "focusMode": listen(to: device, \.focusMode, name)
            case "isAdjustingFocus": listen(to: device, \.isAdjustingFocus, name)
            case "isFlashActive": listen(to: device, \.isFlashActive, name)
            case "isTorchActive": listen(to: device, \.isTorchActive, name)
            case "iso": listen(to: device, \.iso, name)
            case "lensPosition": listen(to: device, \.lensPosition, name)
            case "torchLevel": listen(to: device, \.torchLevel, name)
            case "torchMode": listen(to: device, \.torchMode, name)
            case "whiteBalanceMode": listen(to: device, \.whiteBalanceMode, name)
            default: Issue.record("nobody can listen to '\(name)'")
            }
        }
    }

    private func listen<Value>(
        to device: AVCaptureDevice,
        _ keyPath: KeyPath<AVCaptureDevice, Value>,
        _ name: String
    ) {
        let state = state
        observations.append(device.observe(keyPath) { _, _ in state.withLock { $0.append(name) } })
    }
}
