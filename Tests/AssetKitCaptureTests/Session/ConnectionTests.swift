import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("What connections and ports say, and are told")
struct ConnectionTests {
    private let studio = Studio()

    /// The loudest sample of a channel of two.
    private func peak(_ buffer: CMSampleBuffer?, _ channel: Int) throws -> Int {
        let bytes = try #require(buffer?.dataBuffer).dataBytes()
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        return try #require(stride(from: channel, to: samples.count, by: 2).map { abs(Int(samples[$0])) }.max())
    }

    @Test("a channel is as loud as it is made, silent where it is not enabled, and its levels are those before")
    func volumes() throws {
        try studio.add(studio.microphone(AKSyntheticMicrophone(channelCount: 2)))
        let (output, log) = (AVCaptureAudioDataOutput(), DataLog())
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        // Within the beep, which is a sine of half the full scale.
        studio.advance(0.015)
        let channels = try #require(output.connections.first).audioChannels
        try #require(channels.count == 2)
        channels[0].volume = 0.5
        channels[1].isEnabled = false
        studio.advance(0.02)
        #expect(log.buffers.count == 3)
        for channel in 0..<2 { #expect(abs(try peak(log.buffers.first, channel) - 16_384) < 20) }
        #expect(abs(try peak(log.buffers.last, 0) - 8192) < 20)
        #expect(try peak(log.buffers.last, 1) == 0)
        #expect(channels.allSatisfy { abs($0.averagePowerLevel + 9.03) < 0.1 })
    }

    @Test("a session's clock is the host's, and a port's is its device's while that runs")
    func clocks() throws {
        let host = studio.environment.hostClock
        let input = try studio.add(studio.microphone(AKSyntheticMicrophone(driftPPM: 200)))
        studio.session.addOutput(AVCaptureAudioDataOutput())
        #expect(studio.session.synchronizationClock === host && studio.session.masterClock === host)
        let port = try #require(input.ports.first)
        #expect(port.clock == nil)
        studio.session.startRunning()
        studio.advance(20)
        let clock = try #require(port.clock)
        #expect(abs(CMSyncGetRelativeRate(clock, relativeTo: host) - 1.0002) < 0.000_05)
        studio.session.stopRunning()
        #expect(port.clock == nil)
    }

    @Test("statistics say how long samples are on their way")
    func latency() throws {
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        studio.session.startRunning()
        studio.advance(1)
        let counts = try [pictures, sound].map { try #require($0.connections.first).akStatistics }
        // Sound comes when all of its block has been heard.
        #expect(counts.map(\.latency) == [0, 10_000_000] && counts.map(\.longestLatency) == [0, 10_000_000])
    }

    @Test("the rate of a connection is its camera's")
    func frameDurations() throws {
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30, 15]))
        try studio.add(camera)
        let output = AVCaptureVideoDataOutput()
        studio.session.addOutput(output)
        let connection = try #require(output.connections.first)
        #expect(connection.isVideoMinFrameDurationSupported && connection.isVideoMaxFrameDurationSupported)
        let duration = CMTime(value: 1, timescale: 15)
        connection.videoMinFrameDuration = duration
        connection.videoMaxFrameDuration = duration
        #expect(camera.activeVideoMinFrameDuration == duration && camera.activeVideoMaxFrameDuration == duration)
        #expect(connection.videoMinFrameDuration == duration && connection.videoMaxFrameDuration == duration)
        studio.session.startRunning()
        studio.advance(1)
        #expect(connection.akStatistics.produced == 16)
    }

    @Test("ports are found by what their device is, and by where it looks")
    func ports() throws {
        let camera = AKSyntheticCamera(width: 320, height: 240, position: "front")
        let input = try AVCaptureDeviceInput(device: studio.camera(camera))
        let port = try #require(input.ports.first)
        #expect(port.sourceDevicePosition == .front && port.sourceDeviceType == .external)
        func count(
            _ mediaType: AVMediaType?,
            _ type: AVCaptureDevice.DeviceType? = nil,
            _ position: AVCaptureDevice.Position = .unspecified
        ) -> Int { input.ports(for: mediaType, sourceDeviceType: type, sourceDevicePosition: position).count }
        #expect(count(nil) == 1 && count(.video) == 1 && count(.audio) == 0)
        #expect(count(.video, .external) == 1 && count(.video, .microphone) == 0)
        #expect(count(.video, nil, .front) == 1 && count(.video, nil, .back) == 0)
    }

    @Test("nothing turns here, and who asks by how much is told so")
    func rotation() throws {
        let camera = try studio.camera()
        let coordinator = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: nil)
        #expect(coordinator.device === camera && coordinator.previewLayer == nil)
        #expect(coordinator.videoRotationAngleForHorizonLevelCapture == 0)
        #expect(coordinator.videoRotationAngleForHorizonLevelPreview == 0)
    }

    @Test("settings for a writer suit the sound that comes")
    func soundSettings() throws {
        let output = AVCaptureAudioDataOutput()
        #expect(output.recommendedAudioSettingsForAssetWriter(writingTo: .mov) == nil)
        try studio.add(studio.microphone(AKSyntheticMicrophone(sampleRate: 44_100, channelCount: 2)))
        studio.session.addOutput(output)
        let settings = try #require(output.recommendedAudioSettingsForAssetWriter(writingTo: .mov))
        #expect(settings[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
        #expect(settings[AVSampleRateKey] as? Int == 44_100 && settings[AVNumberOfChannelsKey] as? Int == 2)
    }
}
