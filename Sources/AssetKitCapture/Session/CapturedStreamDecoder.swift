internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Decodes the pictures of a camera that delivers a stream. Each refers to those before it, so all of them are decoded, in their order
/// and whether or not somebody wants them; what follows a loss is left out up to the next key frame. Not Sendable: one thread at a
/// time uses it.
final class CapturedStreamDecoder {
    private var decoder: SampleDecoder?
    private let scaler = Scaler()
    private let pool = PicturePool()
    /// What the decoder has and has not given back, in order.
    private var pending: [(number: Int64, sample: DeviceSample)] = []
    private var lastNumber: Int64 = 0
    /// Pictures that did not become any since the last one that did.
    private var lostCount = 0

    /// What can be seen once a sample has come, in order.
    func pictures(after sample: DeviceSample) -> [DeviceSample] {
        guard case .coded(let block) = sample.content else { return [sample] }
        if sample.lostCount > 0 { startAnew() }
        lostCount += sample.lostCount
        lastNumber += 1
        pending.append((lastNumber, sample))
        var seen: [DeviceSample] = []
        do {
            try decode(block) { seen.append($0) }
        } catch {
            startAnew()
        }
        // What is neither seen nor held back by then never will be.
        let held = decoder?.reorderedPictures ?? 0
        while pending.count > held {
            pending.removeFirst()
            lostCount += 1
        }
        return seen
    }

    /// Forgets what came so far: a decoder that knows nothing waits for a key frame.
    private func startAnew() {
        decoder?.flush()
        lostCount += pending.count
        pending = []
    }

    private func decode(_ block: CMBlockBuffer, _ body: (DeviceSample) -> Void) throws {
        // Threads that decode several pictures at once would hold them back.
        let decoder = try decoder ?? SampleDecoder(MediaCodec.h264.traits, options: .init(threadCount: 1))
        self.decoder = decoder
        let packet = Packet()
        let label = PacketLabel(presentationTicks: lastNumber, decodeTicks: lastNumber)
        try packet.fill(byteCount: block.dataLength, label) { memory in try block.copyDataBytes(to: memory) }
        while try decoder.send(packet) == .again { try receive(decoder, body) }
        try receive(decoder, body)
    }

    private func receive(_ decoder: SampleDecoder, _ body: (DeviceSample) -> Void) throws {
        let frame = Frame()
        while try decoder.receive(into: frame) == .done {
            guard let place = pending.firstIndex(where: { $0.number == frame.presentationTicks }) else { continue }
            var sample = pending.remove(at: place).sample
            let type = DevicePictureFormat.Coding.h264.pixelFormat
            let made = pool.picture(type, width: frame.width, height: frame.height)
            guard let picture = made else {
                // It is lost, and what follows can still be decoded.
                lostCount += 1
                continue
            }
            try scaler.scale(frame, into: picture)
            sample.content = .picture(picture)
            (sample.lostCount, lostCount) = (lostCount, 0)
            sample.isDiscontinuous = sample.isDiscontinuous || sample.lostCount > 0
            body(sample)
        }
    }
}
