internal import AssetKitBase

/// What a file says about sound.
package struct AudioFacts: Sendable, Hashable {
    /// 0 where it is not known, or no rate that times could count.
    package var sampleRate: Double = 0 {
        didSet { sampleRate = sampleRate.knownSampleRate }
    }
    package var channelCount = 0
    /// FFmpeg's name of the layout, such as `5.1`.
    package var channelLayout: String?
    /// Bits of a sample, where samples have a fixed size.
    package var bitDepth: Int?
    package var isFloatingPoint = false
    package var isBigEndian = false
    package var framesPerPacket = 0
    package var bytesPerPacket = 0
    /// Samples of the encoder's delay, which are not presented.
    package var priming: Int?
    package var remainder: Int?

    package init(
        sampleRate: Double = 0,
        channelCount: Int = 0,
        channelLayout: String? = nil,
        bitDepth: Int? = nil,
        isFloatingPoint: Bool = false,
        isBigEndian: Bool = false,
        framesPerPacket: Int = 0,
        bytesPerPacket: Int = 0,
        priming: Int? = nil,
        remainder: Int? = nil
    ) {
        self.sampleRate = sampleRate.knownSampleRate
        self.channelCount = channelCount
        self.channelLayout = channelLayout
        self.bitDepth = bitDepth
        self.isFloatingPoint = isFloatingPoint
        self.isBigEndian = isBigEndian
        self.framesPerPacket = framesPerPacket
        self.bytesPerPacket = bytesPerPacket
        self.priming = priming
        self.remainder = remainder
    }
}
