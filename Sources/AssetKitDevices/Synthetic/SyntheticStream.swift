internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Encodes pictures as cameras do that deliver H.264: with start codes, parameter sets in front of each key frame, and none held back.
/// Not Sendable: one thread owns it.
final class SyntheticStream {
    private let format: DevicePictureFormat
    private let scaler = Scaler()
    private var encoder: SampleEncoder?
    private var count: Int64 = 0

    init(_ format: DevicePictureFormat) { self.format = format }

    /// The picture's part of the stream; nil where it cannot be encoded.
    func coded(_ picture: CVPixelBuffer) -> CMBlockBuffer? {
        do {
            let frame = try Frame(width: picture.width, height: picture.height, formatNamed: "yuv420p")
            try scaler.scale(picture, into: frame)
            frame.setPresentationTicks(count)
            count += 1
            let encoder = try encoder ?? open(frame, picture.color)
            self.encoder = encoder
            _ = try encoder.send(frame)
            let packet = Packet()
            guard try encoder.receive(into: packet) == .done else { return nil }
            return try packet.withBytes { try CMBlockBuffer(copying: $0) }
        } catch {
            return nil
        }
    }

    private func open(_ frame: borrowing Frame, _ color: PictureColor) throws -> SampleEncoder {
        let rate = Int32(clamping: Int((1 / max(format.rates.shortest.seconds, 0.001)).rounded()))
        let pictures = SampleEncoder.PictureSettings(
            width: frame.width,
            height: frame.height,
            format: frame.pixelFormat,
            color: color,
            tick: (1, rate),
            frameRate: (rate, 1),
            keyFrameInterval: Int(rate),
            fixesKeyFrames: true,
            reorderedPictures: 0
        )
        let specific = [("preset", "ultrafast"), ("tune", "zerolatency"), ("crf", "18")]
        return try SampleEncoder(
            .x264,
            pictures: pictures,
            options: SampleEncoder.Options(threadCount: 1, specific: specific.map { (key: $0, value: $1) })
        )
    }
}
