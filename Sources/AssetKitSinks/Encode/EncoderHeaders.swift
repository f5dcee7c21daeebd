internal import AssetKitBase
package import AssetKitMedia
internal import CMTimeLib

/// What encoders say of their samples before there are any. For each encoding one is opened, whoever asks.
package final class EncoderHeaders: Sendable {
    /// What is known of encoded sound beforehand.
    package struct Sound: Sendable {
        package var format: CMFormatDescription
        /// Frames that a decoder makes before the first one that is to be heard.
        package var priming: Int
        /// How many frames a sample has, but the last one perhaps; 0 where that varies.
        package var samplesInPacket: Int
    }

    private let pictures = Lock<[PictureEncoding: CMFormatDescription]>([:])
    private let sounds = Lock<[SoundEncoding: Sound]>([:])

    package init() {
    }

    /// What pictures of an encoding are. Throws a ``MediaProblem`` where the encoder cannot do what is asked for.
    package func format(of encoding: PictureEncoding) throws -> CMFormatDescription {
        if let known = pictures.withLock({ $0[encoding] }) { return known }
        let format = try PictureEncoder(encoding).format
        // Whoever else has asked meanwhile has heard the same.
        pictures.withLock { $0[encoding] = format }
        return format
    }

    /// What sound of an encoding is. Throws a ``MediaProblem`` where the encoder cannot do what is asked for.
    package func sound(of encoding: SoundEncoding) throws -> Sound {
        if let known = sounds.withLock({ $0[encoding] }) { return known }
        let encoder = try SoundEncoder(encoding)
        let sound = Sound(
            format: try encoder.format,
            priming: encoder.priming,
            samplesInPacket: encoder.samplesInPacket
        )
        sounds.withLock { $0[encoding] = sound }
        return sound
    }
}
