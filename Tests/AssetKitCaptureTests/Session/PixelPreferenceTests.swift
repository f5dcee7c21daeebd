import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Which pixels a device is asked for")
struct PixelPreferenceTests {
    private static let planar = kCVPixelFormatType_420YpCbCr8Planar
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let provider: WatchedProvider

    init() throws {
        provider = WatchedProvider(studio.provider)
        studio.provider.add(.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30])))
        let environment = studio.environment
        let registry = DeviceRegistry([provider]) { environment.notice($0) }
        try studio.add(try #require(registry.devices.first))
    }

    @Test("a movie of H.264 alone takes 4:2:0 as it is")
    func movie() {
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.5)
        #expect(provider.preferences == [Self.planar])
        // Who uses the device next begins anew.
        studio.session.stopRunning()
        #expect(provider.preferences == [Self.planar, nil])
        studio.session.startRunning()
        #expect(provider.preferences == [Self.planar, nil, Self.planar])
    }

    private static let otherSettings: [@Sendable () -> [String: Any]] = [
        { [AVVideoCodecKey: AVVideoCodecType.proRes422] }, { [AVVideoCodecKey: "jpeg"] },
        { [AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: "H264_High_AutoLevel"]] },
    ]

    @Test(
        "one of a codec that has more colours, or of a profile that has, takes what there is",
        arguments: 0..<3
    )
    func others(_ index: Int) throws {
        studio.session.addOutput(output)
        let connection = try #require(output.connection(with: .video))
        output.setOutputSettings(Self.otherSettings[index](), for: connection)
        studio.session.startRunning()
        studio.advance(0.5)
        #expect(provider.preferences.isEmpty)
    }

    @Test("who comes to a recording and goes changes the pixels and not the recording")
    func company() async throws {
        let log = RecordingLog()
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(0.5)
        let data = AVCaptureVideoDataOutput()
        studio.session.addOutput(data)
        studio.advance(0.5)
        studio.session.removeOutput(data)
        studio.advance(0.5)
        let connection = try #require(output.connection(with: .video))
        output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.proRes422], for: connection)
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        #expect(provider.preferences == [Self.planar, nil, Self.planar, nil])
        #expect(log.words == ["start", "will finish", "finish"] && log.errors.isEmpty)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...75))
    }
}
