internal import AssetKitBitstream

/// FFmpeg's names of the channel layouts that codecs number. nil where FFmpeg has no name for one.
enum ChannelLayoutName {
    static func aac(_ config: AudioSpecificConfig) -> String? {
        if let element = config.programConfig { return aac(element) }
        let isWidened = config.hasParametricStereo == true && config.channelConfiguration == 1
        return isWidened ? "stereo" : aac(configuration: config.channelConfiguration)
    }

    /// Table 1.19 of ISO/IEC 14496-3. 7 is a wide front there, but encoders write it for the usual 7.1, and FFmpeg
    /// reads it so.
    static func aac(configuration: Int) -> String? {
        switch configuration {
        case 1: "mono"
        case 2: "stereo"
        case 3: "3.0"
        case 4: "4.0"
        case 5: "5.0"
        case 6: "5.1"
        case 7, 12: "7.1"
        case 11: "6.1(back)"
        case 13: "22.2"
        default: nil
        }
    }

    private static func aac(_ element: ProgramConfigElement) -> String? {
        let counts = (element.frontChannels, element.sideChannels, element.backChannels)
        switch (counts, element.lowFrequencyChannels) {
        case ((1, 0, 0), 0): return "mono"
        case ((2, 0, 0), 0): return "stereo"
        case ((2, 0, 0), 1): return "2.1"
        case ((3, 0, 0), 0): return "3.0"
        case ((3, 0, 0), 1): return "3.1"
        case ((2, 0, 2), 0): return "quad"
        case ((2, 2, 0), 0): return "quad(side)"
        case ((3, 0, 1), 0): return "4.0"
        case ((3, 0, 1), 1): return "4.1"
        case ((3, 0, 2), 0): return "5.0"
        case ((3, 0, 2), 1): return "5.1"
        case ((3, 2, 0), 0): return "5.0(side)"
        case ((3, 2, 0), 1): return "5.1(side)"
        case ((3, 2, 1), 0): return "6.0"
        case ((3, 2, 1), 1): return "6.1"
        case ((3, 2, 2), 0): return "7.0"
        case ((3, 2, 2), 1): return "7.1"
        case ((5, 0, 2), 1): return "7.1(wide)"
        case ((5, 2, 0), 1): return "7.1(wide-side)"
        default: return nil
        }
    }

    /// acmod with and without low frequencies, and what dependent substreams add.
    static func dolby(_ channels: AC3Channels, addedLocations: Int) -> String? {
        guard addedLocations == 0 else {
            // To the five in front and at the sides: a rear pair, or a rear centre.
            let added = [2: "7", 4: "6"][addedLocations]
            guard channels.mode == 7, let added else { return nil }
            return added + (channels.hasLowFrequency ? ".1" : ".0")
        }
        let names: [String?] =
            channels.hasLowFrequency
            ? ["2.1", nil, "2.1", "3.1", nil, "4.1", nil, "5.1(side)"]
            : ["stereo", "mono", "stereo", "3.0", "3.0(back)", "4.0", "quad(side)", "5.0(side)"]
        return names[channels.mode]
    }

    /// The order of Vorbis, which Opus has in its family 1.
    static func vorbis(_ count: Int) -> String? {
        name(count, ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"])
    }

    static func flac(_ count: Int) -> String? {
        name(count, ["mono", "stereo", "3.0", "quad", "5.0(side)", "5.1(side)", "6.1", "7.1"])
    }

    static func appleLossless(_ count: Int) -> String? {
        name(count, ["mono", "stereo", "3.0", "4.0", "5.0", "5.1", "6.1(back)", "7.1(wide)"])
    }

    static func opus(_ header: OpusHeader) -> String? {
        switch header.mappingFamily {
        case 0, 1: return vorbis(header.channelCount)
        case 2, 3:
            // The channels of an order, and perhaps two that stay where they are when heads turn.
            for order in 0...14 {
                let count = (order + 1) * (order + 1)
                if header.channelCount == count { return "ambisonic \(order)" }
                if header.channelCount == count + 2 { return "ambisonic \(order)+stereo" }
            }
            return nil
        default: return nil
        }
    }

    private static func name(_ count: Int, _ names: [String]) -> String? {
        (1...names.count).contains(count) ? names[count - 1] : nil
    }
}
