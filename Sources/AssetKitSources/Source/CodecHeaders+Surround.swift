internal import AssetKitBitstream

// DTS and Dolby TrueHD: what the frames say, because containers hardly do.
extension CodecHeaders.Draft {
    /// The core's word on what the container leaves out. Extensions behind it may have more channels and a higher
    /// rate: those the container counts.
    mutating func readDTS(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        let core = try DTSCoreHeader(frame)
        var audio = track.audio ?? AudioFacts()
        if audio.sampleRate == 0 { audio.sampleRate = Double(core.sampleRate) }
        if audio.framesPerPacket == 0 { audio.framesPerPacket = core.samplesPerFrame }
        if audio.channelCount == 0, let count = core.channelCount { audio.channelCount = count }
        if audio.channelLayout == nil, audio.channelCount == core.channelCount {
            audio.channelLayout = ChannelLayoutName.dts(core)
        }
        track.audio = audio
    }

    mutating func readTrueHD(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try TrueHDHeader(unit)
        setSound(
            rate: header.sampleRate,
            channels: header.channelCount,
            layout: ChannelLayoutName.trueHD(assignment: header.assignment),
            framesPerPacket: header.samplesPerUnit
        )
        track.hasSampleDependencies = true
    }
}

extension ChannelLayoutName {
    /// DTS has its surrounds at the sides.
    static func dts(_ core: DTSCoreHeader) -> String? {
        let names: [String?] =
            core.hasLowFrequency
            ? [nil, nil, "2.1", "2.1", "2.1", "3.1", nil, "4.1", nil, "5.1(side)"]
            : ["mono", "stereo", "stereo", "stereo", "stereo", "3.0", "3.0(back)", "4.0", "quad(side)", "5.0(side)"]
        return names.indices.contains(core.arrangement) ? names[core.arrangement] : nil
    }

    /// By the groups of loudspeakers, a bit each.
    static func trueHD(assignment: Int) -> String? {
        let names = [
            0b1: "stereo", 0b10: "mono", 0b101: "2.1", 0b11: "3.0", 0b111: "3.1", 0b1001: "quad(side)",
            0b1011: "5.0(side)", 0b1111: "5.1(side)", 0b100_1011: "7.0", 0b100_1111: "7.1", 0b10_1111: "7.1(wide-side)",
            0b1000_0011: "4.0", 0b1000_0111: "4.1", 0b1000_1011: "6.0", 0b1000_1111: "6.1", 0b100_0001: "quad",
            0b100_0011: "5.0", 0b100_0111: "5.1",
        ]
        return names[assignment]
    }
}
