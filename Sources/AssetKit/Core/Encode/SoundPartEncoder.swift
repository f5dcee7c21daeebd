internal import CMTimeLib
internal import Foundation

/// A stretch of sound in an encoder's own form: whole blocks of it, and at the end what is left.
struct SoundPart: Sendable {
    /// Its place among the parts.
    var number: Int
    /// Its first frame, counted from that of the first part.
    var start: Int
    /// How many frames it has.
    var count: Int
    var bytes: [UInt8]
}

/// Encodes parts of sound each by itself, for codecs whose blocks stand alone: their samples are those of one run over
/// everything. Where parts begin depends on the encoding only. A plain value.
struct SoundPartEncoder: Sendable {
    /// Few enough for the parts that wait to be small, enough for opening an encoder not to count.
    private static let blocksInPart = 32

    let encoding: SoundEncoding
    private let blockSize: Int

    /// nil for codecs whose blocks depend on those before.
    init?(_ encoding: SoundEncoding) throws {
        guard encoding.codec == .flac, let encoder = try SoundEncoder.open(encoding), encoder.samplesPerFrame > 0
        else { return nil }
        self.encoding = encoding
        blockSize = encoder.samplesPerFrame
    }

    /// How many frames a part has.
    var partSize: Int { blockSize * Self.blocksInPart }

    /// All samples of a part.
    func samples(of part: SoundPart) throws -> [SinkSample] {
        // A new one for each part, so that nothing depends on who makes which.
        guard let encoder = try SoundEncoder.open(encoding) else { return [] }
        let shape = encoding.encoderShape
        let packet = Packet()
        let frame = Frame()
        var samples: [SinkSample] = []
        func receive() throws {
            while try encoder.receive(into: packet) == .done {
                // The last packet is only a new header.
                guard packet.byteCount > 0 else { continue }
                samples.append(try sample(packet, samples.count, of: part))
            }
        }
        for place in stride(from: 0, to: part.count, by: blockSize) {
            let count = min(blockSize, part.count - place)
            frame.take(from: try Frame(shape, sampleCount: count))
            part.bytes.withUnsafeBytes { bytes in
                let size = shape.bytesPerFrame
                let block = bytes[place * size..<(place + count) * size]
                frame.fill(UnsafeRawBufferPointer(rebasing: block), ofPlane: 0, from: 0)
            }
            frame.setPresentationTicks(Int64(place))
            while try encoder.send(frame) == .again { try receive() }
            try receive()
        }
        try encoder.sendEnd()
        try receive()
        guard samples.count == (part.count + blockSize - 1) / blockSize else {
            throw MediaProblem(code: .encodeFailed, reason: "the encoder of \(encoding.codec.traits.name) lost sound")
        }
        return samples
    }

    /// A sample of the packet that is the next one of a part.
    private func sample(_ packet: borrowing Packet, _ index: Int, of part: SoundPart) throws -> SinkSample {
        let number = part.start / blockSize + index
        let bytes = packet.withBytes { FLACFrame.renumbered($0, to: number, countsSamples: false) }
        guard let bytes else {
            throw MediaProblem(
                code: .encodeFailed,
                reason: "the encoder of \(encoding.codec.traits.name) gave what is no frame"
            )
        }
        let scale = CMTimeScale(clamping: encoding.codedRate)
        let place = index * blockSize
        let time = CMTime(value: Int64(part.start + place), timescale: scale)
        var sample = SinkSample(
            data: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: Int64(min(blockSize, part.count - place)), timescale: scale)
        )
        sample.dependsOnOthers = false
        return sample
    }
}

extension SoundPart {
    /// Adds the samples to a sum as FLAC counts them: so many bits each, in whole bytes, the low ones first.
    func add(to sum: MD5Sum, bitDepth: Int) {
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
