import Testing

@testable import AssetKitCapture

@Suite("Sound between two clocks")
struct PreviewBufferTests {
    private func take(_ buffer: inout PreviewBuffer, _ count: Int, channelCount: Int = 1) -> [Float] {
        var samples = [Float](repeating: -1, count: count * channelCount)
        let taken = samples.withUnsafeMutableBufferPointer { buffer.take(into: $0, volume: 1) }
        return Array(samples.prefix(taken * channelCount))
    }

    @Test("nothing is given out before there is a cushion, nor after it has run dry")
    func cushion() {
        var buffer = PreviewBuffer(channelCount: 1, capacity: 10, cushion: 4)
        buffer.put([0, 1, 2])
        #expect(take(&buffer, 4) == [])
        buffer.put([3])
        #expect(take(&buffer, 3) == [0, 1, 2])
        #expect(take(&buffer, 3) == [3])
        buffer.put([4])
        #expect(take(&buffer, 3) == [])
    }

    @Test("what comes while it is full pushes the oldest out, down to the cushion")
    func fullness() {
        var buffer = PreviewBuffer(channelCount: 1, capacity: 10, cushion: 4)
        buffer.put((0..<8).map(Float.init)[...])
        buffer.put([8, 9, 10])
        #expect(buffer.lostCount == 4 && buffer.frameCount == 7)
        #expect(take(&buffer, 20) == [4, 5, 6, 7, 8, 9, 10])
        buffer.put((0..<30).map(Float.init)[...])
        #expect(take(&buffer, 20) == (20..<30).map(Float.init))
    }

    @Test("random amounts: frames stay whole and in order, and never more than there is room for")
    func random() {
        for _ in 0..<50 {
            let seed = UInt64.random(in: 0..<1_000_000)
            var random = SeededRandom(seed: seed)
            var buffer = PreviewBuffer(channelCount: 2, capacity: 64, cushion: 8)
            var (number, heard) = (0, [Float]())
            for _ in 0..<400 {
                let count = random.next(20)
                buffer.put((number..<number + count).flatMap { [Float($0), -Float($0)] }[...])
                number += count
                heard += take(&buffer, random.next(20), channelCount: 2)
                if buffer.frameCount > 64 { Issue.record("seed \(seed): \(buffer.frameCount) frames") }
            }
            let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
            let isInOrder = zip(left, left.dropFirst()).allSatisfy(<)
            let isWhole = stride(from: 1, to: heard.count, by: 2).allSatisfy { heard[$0] == -heard[$0 - 1] }
            #expect(isInOrder && isWhole, "seed \(seed)")
            #expect(left.count + buffer.frameCount + buffer.lostCount == number, "seed \(seed)")
        }
    }
}
