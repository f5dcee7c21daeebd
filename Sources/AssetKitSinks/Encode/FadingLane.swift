internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Encodes chunks whose blocks depend on those just before: each with an encoder of its own, which is given some of
/// what comes before and whose samples of that are left out.
final class FadingLane: SoundLane {
    private let encoding: SoundEncoding
    private let blockSize: Int

    init(_ chunking: SoundChunking) { (encoding, blockSize) = (chunking.encoding, chunking.blockSize) }

    func samples(of chunk: SoundChunk) throws -> [SinkSample] {
        let encoder = try SoundEncoder(encoding)
        let format = encoding.encoderInput.resolved(rate: encoding.codedRate, channels: encoding.codedChannels)
        let data = try chunk.bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        let (start, count) = (chunk.start - chunk.leadCount, chunk.leadCount + chunk.count)
        var samples: [SinkSample] = []
        try encoder.encode(SoundBlock(data: data, start: Int64(start), count: count, format: format)) {
            samples.append($0)
        }
        try encoder.finish { samples.append($0) }
        let range = chunk.leadCount / blockSize..<(chunk.isLast ? samples.count : count / blockSize)
        guard range.upperBound <= samples.count else {
            throw MediaProblem(
                code: .encodeFailed,
                reason: "the encoder of \(encoding.codec.traits.name) lost a block"
            )
        }
        // What comes out beyond one sample for each whole block is the silence that drained the encoder.
        return Array(samples[range])
    }
}
