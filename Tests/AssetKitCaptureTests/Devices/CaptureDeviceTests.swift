import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Capture devices")
struct CaptureDeviceTests {
    private let studio = Studio()

    private func camera() throws -> AVCaptureDevice {
        try studio.camera(AKSyntheticCamera(width: 1280, height: 720, frameRates: [60, 29.97, 15], hasControls: true))
    }

    @Test(
        "the coding of pixels is a word that can be printed",
        arguments: [
            ("yuvs", kCVPixelFormatType_422YpCbCr8_yuvs), ("24RGB", kCVPixelFormatType_24RGB),
            ("32ARGB", kCVPixelFormatType_32ARGB),
        ]
    )
    func codings(word: String, type: OSType) { #expect(DevicePictureFormat.Coding.pixels(type).word == word) }

    @Test("a device says what it is and how it can deliver")
    func facts() throws {
        let camera = try camera()
        #expect(camera.uniqueID == "synthetic-camera" && camera.hasMediaType(.video) && !camera.hasMediaType(.audio))
        #expect(camera.formats.count == 5)
        let rates = camera.formats[0].videoSupportedFrameRateRanges
        #expect(
            rates.map(\.minFrameDuration) == [
                CMTime(value: 1, timescale: 60), CMTime(value: 1001, timescale: 30_000),
                CMTime(value: 1, timescale: 15),
            ]
        )
        #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 60))
        let microphone = try studio.microphone(AKSyntheticMicrophone(sampleRate: 44_100, channelCount: 2))
        let basic = try #require(microphone.activeFormat.formatDescription.audioStreamBasicDescription)
        #expect(basic.mSampleRate == 44_100 && basic.mChannelsPerFrame == 2)
    }

    @Test("modes exist as far as their controls do, and the driver's values follow")
    func controls() throws {
        let camera = try camera()
        func value(_ identifier: String) -> Int64? { camera.akControls.first { $0.identifier == identifier }?.value }
        try camera.lockForConfiguration()
        #expect(camera.focusMode == .continuousAutoFocus)
        camera.setFocusModeLocked(lensPosition: 0.5)
        #expect(value("focusAuto") == 0 && value("focusAbsolute") == 125 && camera.lensPosition == 0.5)
        camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 50), iso: 100)
        #expect(camera.exposureMode == .custom && camera.exposureDuration == CMTime(value: 200, timescale: 10_000))
        #expect(camera.iso == 100)
        camera.exposureMode = .continuousAutoExposure
        #expect(value("exposureAuto") == 3)
        #expect(camera.minExposureTargetBias == -2 && camera.maxExposureTargetBias == 2)
        camera.setExposureTargetBias(1)
        #expect(camera.exposureTargetBias == 1)
        camera.akSetWhiteBalanceModeLocked(temperature: 5000)
        #expect(camera.whiteBalanceMode == .locked && value("whiteBalanceTemperature") == 5000)
        camera.setWhiteBalanceModeLocked(with: .init(redGain: 1, greenGain: 2, blueGain: 1.5))
        #expect(value("redBalance") == 128 && value("blueBalance") == 192)
        #expect(camera.deviceWhiteBalanceGains == .init(redGain: 1, greenGain: 2, blueGain: 1.5))
        camera.videoZoomFactor = 2.5
        #expect(value("zoomAbsolute") == 250 && camera.videoZoomFactor == 2.5)
        camera.unlockForConfiguration()
        let plain = try studio.camera(AKSyntheticCamera(id: "plain"))
        #expect(!plain.isFocusModeSupported(.locked) && !plain.isExposureModeSupported(.custom) && !plain.hasTorch)
        // Its pictures are made larger here.
        #expect(plain.activeFormat.videoMaxZoomFactor == 4)
    }

    @Test("a microphone's sound comes from where it is told to, and who watches hears of it")
    func inputSources() throws {
        let microphone = try studio.microphone(
            AKSyntheticMicrophone(id: "card", inputSources: ["Front Microphone", "Line In"])
        )
        let changes = Protected(0)
        let observation = microphone.observe(\.activeInputSource, options: [.new]) { _, _ in
            changes.withLock { $0 += 1 }
        }
        #expect(microphone.inputSources.map(\.localizedName) == ["Front Microphone", "Line In"])
        #expect(microphone.activeInputSource == microphone.inputSources[0])
        try microphone.lockForConfiguration()
        microphone.activeInputSource = microphone.inputSources[1]
        microphone.unlockForConfiguration()
        #expect(microphone.activeInputSource?.inputSourceID == "Line In" && changes.withLock { $0 } == 1)
        #expect(studio.provider.devices().first?.activePort == "Line In")
        // Somebody else.
        try studio.provider.choose("Front Microphone", of: "card")
        studio.registry.refresh()
        #expect(microphone.activeInputSource?.inputSourceID == "Front Microphone" && changes.withLock { $0 } == 2)
        #expect(throws: AVError(.deviceNotConnected, "'card' has no source 'Moon'")) {
            try studio.provider.choose("Moon", of: "card")
        }
        let plain = try studio.microphone(AKSyntheticMicrophone(id: "plain"))
        #expect(plain.inputSources.isEmpty && plain.activeInputSource == nil)
        withExtendedLifetime(observation) {}
    }

    @Test("a torch is on only while a session runs")
    func torch() throws {
        let camera = try camera()
        func mode() -> Int64? { camera.akControls.first { $0.identifier == "flashLEDMode" }?.value }
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        try camera.lockForConfiguration()
        try camera.setTorchModeOn(level: 0.5)
        camera.unlockForConfiguration()
        #expect(mode() == 0 && !camera.isTorchActive)
        studio.session.startRunning()
        #expect(mode() == 2 && camera.isTorchActive && camera.torchLevel == 0.5)
        studio.session.stopRunning()
        #expect(mode() == 0 && !camera.isTorchActive)
    }

    @Test("what is set without a lock, or cannot be had, stops the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            let device = try CaptureDeviceTests().camera()
            device.focusMode = .locked
        }
        await #expect(processExitsWith: .failure) {
            let device = try CaptureDeviceTests().camera()
            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 500)
        }
        await #expect(processExitsWith: .failure) {
            let device = try CaptureDeviceTests().camera()
            device.unlockForConfiguration()
        }
    }

    @Test("devices that come and go are told, and stay the same objects")
    func hotPlug() throws {
        let camera = try camera()
        let log = NoticeLog([.AVCaptureDeviceWasConnected, .AVCaptureDeviceWasDisconnected], camera)
        studio.provider.setPlugged(false, camera.uniqueID)
        studio.provider.setPlugged(false, camera.uniqueID)
        #expect(!camera.isConnected && studio.registry.devices.isEmpty)
        #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: camera) }
        studio.provider.setPlugged(true, camera.uniqueID)
        #expect(camera.isConnected && studio.registry.devices.first === camera)
        #expect(log.names == [.AVCaptureDeviceWasDisconnected, .AVCaptureDeviceWasConnected])
    }

    @Test("who hears that a device has come or gone may plug another one")
    func chain() throws {
        let (camera, provider) = (try camera(), studio.provider)
        let microphone = try studio.microphone(AKSyntheticMicrophone(id: "desk"))
        let observation = camera.observe(\.isConnected) { camera, _ in
            provider.setPlugged(camera.isConnected, "desk")
        }
        provider.setPlugged(false, camera.uniqueID)
        #expect(!camera.isConnected && !microphone.isConnected && studio.registry.devices.isEmpty)
        provider.setPlugged(true, camera.uniqueID)
        #expect(camera.isConnected && microphone.isConnected && studio.registry.devices.count == 2)
        withExtendedLifetime(observation) {}
    }
}
