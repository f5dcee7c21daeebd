package struct EnhancedAC3Configuration: Hashable, Sendable {
    package struct Substream: Hashable, Sendable {
        package var sampleRate: Int
        package var bitstreamID: Int
        package var bitstreamMode: Int
        package var channels: AC3Channels
        package var dependentSubstreams: Int
        /// Speakers that the dependent substreams add: chan_loc, 9 bits.
        package var addedLocations: Int

        package init(
            sampleRate: Int,
            bitstreamID: Int,
            bitstreamMode: Int,
            channels: AC3Channels,
            dependentSubstreams: Int,
            addedLocations: Int
        ) {
            self.sampleRate = sampleRate
            self.bitstreamID = bitstreamID
            self.bitstreamMode = bitstreamMode
            self.channels = channels
            self.dependentSubstreams = dependentSubstreams
            self.addedLocations = addedLocations
        }

        package var channelCount: Int { channels.channelCount + addedChannels }

        /// From the lowest bit: between left and right, rear pair, rear centre, top, side pair, wide pair, high pair,
        /// high centre, second low frequency channel.
        private var addedChannels: Int {
            let counts = [2, 2, 1, 1, 2, 2, 2, 1, 1]
            return counts.indices.reduce(0) { $0 + (addedLocations >> $1 & 1) * counts[$1] }
        }
    }

    /// In bits per second.
    package var bitRate: Int
    package var substreams: [Substream]
    /// Joint object coding (Dolby Atmos): the number that says how many objects; `nil` without.
    package var objectComplexity: Int?

    package init(bitRate: Int, substreams: [Substream], objectComplexity: Int? = nil) {
        self.bitRate = bitRate
        self.substreams = substreams
        self.objectComplexity = objectComplexity
    }
}

extension EnhancedAC3Configuration {
    /// Parses the payload of `dec3`.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        bitRate = try reader.unsigned(13) * 1_000
        let count = try reader.unsigned(3) + 1
        substreams = []
        for _ in 0..<count { substreams.append(try Substream(from: &reader)) }
        guard reader.remaining >= 16 else { return }
        try reader.skip(7)
        if try reader.flag() { objectComplexity = try reader.unsigned(8) }
    }
}

extension EnhancedAC3Configuration.Substream {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        guard let rate = AC3Channels.sampleRate(try reader.unsigned(2)) else { throw .invalid("fscod") }
        sampleRate = rate
        bitstreamID = try reader.unsigned(5)
        try reader.skip(1 + 1)
        bitstreamMode = try reader.unsigned(3)
        channels = try AC3Channels(from: &reader)
        try reader.skip(3)
        dependentSubstreams = try reader.unsigned(4)
        addedLocations = dependentSubstreams > 0 ? try reader.unsigned(9) : 0
        if dependentSubstreams == 0 { try reader.skip(1) }
    }
}
