import AssetKitBase
@testable import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Sessions: how long pictures last")
struct FrameDurationTests {
    private let studio = Studio()
    private let log = DataLog()

    /// A camera that delivers to the log.
    private func camera(rates: [Double]) throws -> AVCaptureDevice {
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: rates))
        try studio.add(camera)
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        try camera.lockForConfiguration()
        return camera
    }

    private func rate(_ rate: Int32) -> CMTime { CMTime(value: 1, timescale: rate) }

    @Test("a rate between those of the camera is had from the next faster one, and pictures keep their times")
    func between() throws {
        let camera = try camera(rates: [15, 30])
        camera.activeVideoMinFrameDuration = rate(20)
        camera.activeVideoMaxFrameDuration = rate(20)
        studio.session.startRunning()
        studio.advance(2)
        // Twenty in each second, without one that is too many or too few.
        #expect(log.numbers == (0...60).filter { $0 % 3 != 1 })
        let first = try #require(log.buffers.first).presentationTimeStamp
        for (buffer, number) in zip(log.buffers, log.numbers) {
            #expect(abs((buffer.presentationTimeStamp - first).seconds - Double(number) / 30) < 1e-6)
        }
        let connection = try #require(studio.session.connections.first)
        #expect(studio.session.period(of: connection) == 50_000_000)
        let counts = connection.akStatistics
        #expect(counts.produced == 41 && counts.delivered == 41 && counts.dropped == 0 && counts.glitches == 0)
    }

    @Test("a rate below all of the camera is had from the slowest one")
    func slow() throws {
        let camera = try camera(rates: [30, 60])
        camera.activeVideoMinFrameDuration = rate(10)
        camera.activeVideoMaxFrameDuration = rate(10)
        #expect(camera.activeVideoMinFrameDuration == rate(10))
        studio.session.startRunning()
        studio.advance(2)
        #expect(log.numbers == (0...60).filter { $0 % 3 == 0 })
        let connection = try #require(studio.session.connections.first)
        #expect(studio.session.period(of: connection) == 100_000_000)
    }

    @Test("a rate that the camera has is the camera's own, and changes while the session runs")
    func own() throws {
        let camera = try camera(rates: [15, 30])
        camera.activeVideoMinFrameDuration = rate(30)
        studio.session.startRunning()
        studio.advance(0.99)
        #expect(log.numbers == Array(0..<30))
        camera.activeVideoMinFrameDuration = rate(15)
        studio.advance(0.99)
        // The camera counts anew.
        #expect(Array(log.numbers.dropFirst(30)) == Array(0..<15))
    }

    @Test("pictures that may last so long at most come no slower, and no slower than usual")
    func longest() throws {
        let camera = try camera(rates: [15, 30, 60])
        camera.activeVideoMaxFrameDuration = rate(15)
        studio.session.startRunning()
        studio.advance(0.99)
        #expect(log.numbers.count == 30)
        camera.activeVideoMaxFrameDuration = rate(60)
        studio.advance(0.99)
        #expect(log.numbers.count == 30 + 60)
    }

    @Test("where the least would be more than the most, the one that is set later is both")
    func crossing() throws {
        let camera = try camera(rates: [15, 30, 60])
        camera.activeVideoMinFrameDuration = rate(15)
        camera.activeVideoMaxFrameDuration = rate(30)
        #expect(camera.activeVideoMinFrameDuration == rate(30) && camera.activeVideoMaxFrameDuration == rate(30))
        camera.activeVideoMinFrameDuration = rate(20)
        #expect(camera.activeVideoMinFrameDuration == rate(20) && camera.activeVideoMaxFrameDuration == rate(20))
        camera.activeVideoMinFrameDuration = rate(60)
        #expect(camera.activeVideoMinFrameDuration == rate(60) && camera.activeVideoMaxFrameDuration == rate(20))
    }

    // MARK: What is left out

    private func sample(_ number: Int, lostCount: Int = 0, isDiscontinuous: Bool = false) -> DeviceSample {
        DeviceSample(
            .sound(DeviceSoundBlock([], DeviceSoundFormat(sampleRate: 1, channelCount: 1))),
            hostTime: Int64(number) * 1_000_000_000 / 30,
            lostCount: lostCount,
            isDiscontinuous: isDiscontinuous
        )
    }

    @Test("what a camera has lost counts as far as it was wanted, and what was left out hides nothing")
    func losses() throws {
        var thinning = try #require(PictureThinning(wanted: rate(15), made: rate(30)))
        let before = (0...14).filter { thinning.passed(sample($0)) != nil }
        #expect(before == [0, 2, 4, 6, 8, 10, 12, 14])
        // Two of the four that are lost would have been left out, and this one stands for another one.
        let (late, own) = (thinning.passed(sample(19, lostCount: 4)), thinning.passed(sample(20)))
        #expect(late?.lostCount == 1 && own?.lostCount == 0)
        let leftOut = thinning.passed(sample(21, lostCount: 1, isDiscontinuous: true))
        let next = thinning.passed(sample(22))
        #expect(leftOut == nil && next?.isDiscontinuous == true && next?.lostCount == 0)
    }

    @Test("a clock that goes back stops nothing")
    func clockSetBack() throws {
        var thinning = try #require(PictureThinning(wanted: rate(15), made: rate(30)))
        let passed = [100, 101, 102, 10, 11, 12].filter { thinning.passed(sample($0)) != nil }
        #expect(passed == [100, 102, 10, 12])
    }

    @Test("nothing is left out of what is as slow as it should be, but for how wrong clocks are")
    func nothing() {
        #expect(PictureThinning(wanted: rate(30), made: CMTime(value: 333_333, timescale: 10_000_000)) == nil)
        #expect(PictureThinning(wanted: rate(15), made: rate(10)) == nil)
        #expect(PictureThinning(wanted: .invalid, made: rate(30)) == nil)
        #expect(PictureThinning(wanted: rate(30), made: .invalid) == nil)
        #expect(PictureThinning(wanted: CMTime(value: 1001, timescale: 30_000), made: rate(30)) != nil)
    }
}
