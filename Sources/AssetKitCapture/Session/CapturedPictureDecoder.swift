internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Decodes the pictures of cameras that deliver JPEG files.
final class CapturedPictureDecoder: Sendable {
    /// What one thread at a time uses.
    private struct Tools {
        var decoder: SampleDecoder?
        let scaler = Scaler()
        let pool = PicturePool()
    }
    private let tools = Protected(Tools())

    func picture(of block: CMBlockBuffer) throws -> CVPixelBuffer {
        try tools.withLock { tools in
            let decoder = try tools.decoder ?? Self.open()
            tools.decoder = decoder
            let packet = Packet()
            let frame = Frame()
            let label = PacketLabel(presentationTicks: 0, decodeTicks: 0, isKey: true)
            try packet.fill(byteCount: block.dataLength, label) { memory in try block.copyDataBytes(to: memory) }
            _ = try decoder.send(packet)
            guard try decoder.receive(into: frame) == .done else {
                throw AVError(.decodeFailed, "the file has no picture")
            }
            let type = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            guard let picture = tools.pool.picture(type, width: frame.width, height: frame.height) else {
                throw AVError(.outOfMemory, "there is no memory for a picture")
            }
            try tools.scaler.scale(frame, into: picture)
            return picture
        }
    }

    private static func open() throws -> SampleDecoder {
        try SampleDecoder(MediaCodec.jpeg.traits, options: SampleDecoder.Options(threadCount: 1))
    }
}
