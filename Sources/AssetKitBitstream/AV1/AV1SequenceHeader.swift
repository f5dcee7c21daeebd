/// A sequence header of AV1 (5.5 of the AV1 specification).
package struct AV1SequenceHeader: Hashable, Sendable {
    package struct Timing: Hashable, Sendable {
        var unitsInTick: Int
        var timeScale: Int
        /// Ticks of every picture, where all last equally long.
        var ticksPerPicture: Int?

        package init(unitsInTick: Int, timeScale: Int, ticksPerPicture: Int? = nil) {
            self.unitsInTick = unitsInTick
            self.timeScale = timeScale
            self.ticksPerPicture = ticksPerPicture
        }
    }

    /// A subset of the layers that can be decoded by itself, the best first.
    package struct OperatingPoint: Hashable, Sendable {
        package var layers: Int
        package var level: Int
        package var isHighTier: Bool
    }

    package var profile: Int
    package var isStillPicture: Bool
    var isReduced: Bool
    package var timing: Timing?
    /// Frames say when a model of a decoder has to be done with them.
    var hasDecoderModel = false
    package var operatingPoints: [OperatingPoint]
    /// The largest size of a frame: others of the sequence may be smaller.
    package var maximumSize: PictureSize
    /// The lengths of frame ids, when frames carry any.
    var frameIDBits: Int?
    var tools: Tools
    package var color: AV1ColorConfiguration
    var hasFilmGrain: Bool

    /// Parses the payload of the unit.
    package init(payload: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(payload)
        profile = try reader.unsigned(3)
        guard profile <= 2 else { throw .invalid("seq_profile") }
        isStillPicture = try reader.flag()
        isReduced = try reader.flag()
        if isReduced {
            guard isStillPicture else { throw .invalid("reduced_still_picture_header") }
            operatingPoints = [OperatingPoint(layers: 0, level: try reader.unsigned(5), isHighTier: false)]
        } else {
            var delayBits: Int?
            if try reader.flag() {
                timing = try Timing(from: &reader)
                if try reader.flag() { delayBits = try Self.decoderModelDelayBits(from: &reader) }
                hasDecoderModel = delayBits != nil
            }
            operatingPoints = try Self.operatingPoints(from: &reader, delayBits: delayBits)
        }
        let widthBits = try reader.unsigned(4) + 1
        let heightBits = try reader.unsigned(4) + 1
        let width = try reader.unsigned(widthBits) + 1
        maximumSize = PictureSize(width: width, height: try reader.unsigned(heightBits) + 1)
        if !isReduced, try reader.flag() {
            let deltaBits = try reader.unsigned(4) + 2
            frameIDBits = try reader.unsigned(3) + deltaBits + 1
        }
        tools = try Tools(from: &reader, isReduced: isReduced)
        color = try AV1ColorConfiguration(from: &reader, profile: profile)
        hasFilmGrain = try reader.flag()
    }

    /// Reads decoder_model_info() and returns the one length that matters here.
    private static func decoderModelDelayBits(from reader: inout BitReader) throws(BitstreamError) -> Int {
        let bits = try reader.unsigned(5) + 1
        try reader.skip(32 + 5 + 5)
        return bits
    }

    private static func operatingPoints(
        from reader: inout BitReader,
        delayBits: Int?
    ) throws(BitstreamError) -> [OperatingPoint] {
        let hasDisplayDelay = try reader.flag()
        var points: [OperatingPoint] = []
        for _ in 0...(try reader.unsigned(5)) {
            let layers = try reader.unsigned(12)
            let level = try reader.unsigned(5)
            let isHighTier = level > 7 ? try reader.flag() : false
            points.append(OperatingPoint(layers: layers, level: level, isHighTier: isHighTier))
            if let delayBits, try reader.flag() { try reader.skip(2 * delayBits + 1) }
            if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
        }
        return points
    }
}

extension AV1SequenceHeader {
    /// Switches that the front of a frame header depends on.
    struct Tools: Hashable, Sendable {
        /// Blocks of 128 pixels a side, and not of 64.
        var hasLargeBlocks: Bool
        /// seq_force_screen_content_tools; 2 lets each frame choose.
        var screenContent = 2
        /// seq_force_integer_mv; 2 lets each frame choose.
        var integerMotion = 2
        /// The length of order hints, which count frames in output order; 0 when there are none.
        var orderHintBits = 0
        var hasSuperResolution = false

        init(from reader: inout BitReader, isReduced: Bool) throws(BitstreamError) {
            hasLargeBlocks = try reader.flag()
            try reader.skip(2)  // filter intra, intra edge filter
            if !isReduced { try readInterTools(from: &reader) }
            hasSuperResolution = try reader.flag()
            try reader.skip(2)  // directional enhancement, restoration
        }

        private mutating func readInterTools(from reader: inout BitReader) throws(BitstreamError) {
            try reader.skip(4)  // compound modes, warped motion, dual filter
            let hasOrderHint = try reader.flag()
            if hasOrderHint { try reader.skip(2) }
            screenContent = try reader.flag() ? 2 : try reader.unsigned(1)
            if screenContent > 0 { integerMotion = try reader.flag() ? 2 : try reader.unsigned(1) }
            if hasOrderHint { orderHintBits = try reader.unsigned(3) + 1 }
        }
    }

    package var profileName: String { ["Main", "High", "Professional"][profile] }

    /// The level of the whole stream as the specification writes it, "4.0"; `nil` when none is named.
    package var levelName: String? { operatingPoints.first.flatMap { Self.levelName($0.level) } }

    /// Pictures per second, where all last equally long.
    package var frameRate: PositiveRatio? {
        guard let timing, let ticks = timing.ticksPerPicture else { return nil }
        let (unitsPerPicture, isTooLarge) = timing.unitsInTick.multipliedReportingOverflow(by: ticks)
        return isTooLarge ? nil : PositiveRatio(timing.timeScale, unitsPerPicture)
    }

    /// Annex A: the number counts quarters of major levels from 2.0 on; 31 sets no limits.
    package static func levelName(_ level: Int) -> String? {
        level < 24 ? "\(2 + level / 4).\(level % 4)" : nil
    }
}

extension AV1SequenceHeader.Timing {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        unitsInTick = try reader.unsigned(32)
        timeScale = try reader.unsigned(32)
        // uvlc() is the unsigned Exp-Golomb code; its largest value, 32 zeros, is forbidden here.
        ticksPerPicture = try reader.flag() ? try reader.golomb() + 1 : nil
    }
}
