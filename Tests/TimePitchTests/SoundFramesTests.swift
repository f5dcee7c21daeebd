import Testing

@testable import AssetKitTimePitch

@Suite("Frames of planes")
struct SoundFramesTests {
    @Test("each frame has a sample of every plane, in their order", arguments: [1, 2, 5])
    func interleaving(channels: Int) {
        let planes = (0..<channels).map { channel in (0..<7).map { Float(10 * channel + $0) } }
        var frames = [Float](repeating: -1, count: 7 * channels + 1)
        let pointers = planes.map { plane in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: plane.count)
            copy.initialize(from: plane, count: plane.count)
            return copy
        }
        defer { pointers.forEach { $0.deallocate() } }
        frames.withUnsafeMutableBufferPointer {
            SoundFrames.interleave(pointers.map { UnsafePointer($0) }, count: 7, into: $0)
        }
        let expected = (0..<7).flatMap { frame in planes.map { $0[frame] } }
        // What lies behind them stays.
        #expect(frames == expected + [-1])
    }
}
