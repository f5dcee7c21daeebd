internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
package import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Encodes chunks whose blocks stand alone: one encoder has them all, and the numbers in their frames are set anew.
final class BlockLane: SoundLane {
    private let encoding: SoundEncoding
    private let blockSize: Int
    private let encoder: SampleEncoder
    private let packet = Packet()
    private let frame = Frame()

    init(_ chunking: SoundChunking) throws {
        guard let encoder = try SoundEncoder.open(chunking.encoding) else {
            preconditionFailure("what is not compressed has no blocks")
        }
        (encoding, blockSize, self.encoder) = (chunking.encoding, chunking.blockSize, encoder)
    }

    /// All samples of a chunk. Only the last chunk may end with less than a whole block.
    func samples(of chunk: SoundChunk) throws -> [SinkSample] {
        let shape = encoding.encoderShape
        let size = shape.bytesPerFrame
        var samples: [SinkSample] = []
        for place in stride(from: 0, to: chunk.count, by: blockSize) {
            let count = min(blockSize, chunk.count - place)
            frame.take(from: try Frame(shape, sampleCount: count))
            chunk.bytes.withUnsafeBytes { bytes in
                let block = bytes[place * size..<(place + count) * size]
                frame.fill(UnsafeRawBufferPointer(rebasing: block), ofPlane: 0, from: 0)
            }
            frame.setPresentationTicks(Int64(chunk.start + place))
            // A block in, a frame out.
            guard try encoder.send(frame) == .done, try encoder.receive(into: packet) == .done else {
                throw MediaProblem(
                    code: .encodeFailed,
                    reason: "the encoder of \(encoding.codec.traits.name) held sound back"
                )
            }
            samples.append(try sample(packet, samples.count, of: chunk))
        }
        return samples
    }

    /// A sample of the packet that is the next one of a chunk.
    private func sample(_ packet: borrowing Packet, _ index: Int, of chunk: SoundChunk) throws -> SinkSample {
        let number = chunk.start / blockSize + index
        let bytes = packet.withBytes { FLACFrame.renumbered($0, to: number, countsSamples: false) }
        guard let bytes else {
            throw MediaProblem(
                code: .encodeFailed,
                reason: "the encoder of \(encoding.codec.traits.name) gave what is no frame"
            )
        }
        let scale = CMTimeScale(clamping: encoding.codedRate)
        let place = index * blockSize
        let time = CMTime(value: Int64(chunk.start + place), timescale: scale)
        var sample = SinkSample(
            data: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: Int64(min(blockSize, chunk.count - place)), timescale: scale)
        )
        sample.dependsOnOthers = false
        return sample
    }
}

extension SoundChunk {
    /// Adds the samples to a sum as FLAC counts them: so many bits each, in whole bytes, the low ones first.
    package func add(to sum: MD5Sum, bitDepth: Int) {
        bytes.withUnsafeBytes { bytes in
            guard bitDepth > 16 else { return sum.add(bytes) }
            // The encoder leaves the lowest byte of 32 bits out.
            let packed = [UInt8](unsafeUninitializedCapacity: bytes.count / 4 * 3) { target, done in
                for index in 0..<bytes.count / 4 {
                    for byte in 0..<3 { target[index * 3 + byte] = bytes[index * 4 + 1 + byte] }
                }
                done = bytes.count / 4 * 3
            }
            packed.withUnsafeBytes { sum.add($0) }
        }
    }
}
