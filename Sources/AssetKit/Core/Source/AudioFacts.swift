/// What a file says about sound.
struct AudioFacts: Sendable, Hashable {
    var sampleRate: Double = 0
    var channelCount = 0
    /// FFmpeg's name of the layout, such as `5.1`.
    var channelLayout: String?
    /// Bits of a sample, where samples have a fixed size.
    var bitDepth: Int?
    var isFloatingPoint = false
    var isBigEndian = false
    var framesPerPacket = 0
    var bytesPerPacket = 0
    /// Samples of the encoder's delay, which are not presented.
    var priming: Int?
    var remainder: Int?
}
