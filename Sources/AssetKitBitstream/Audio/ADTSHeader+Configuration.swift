extension ADTSHeader {
    /// The AudioSpecificConfig that says the same; nil where only a frame's first element tells the channels.
    package var configuration: [UInt8]? {
        guard (1...7).contains(channelConfiguration),
            let index = AudioSpecificConfig.sampleRates.firstIndex(of: sampleRate)
        else { return nil }
        let number = objectType.rawValue << 11 | index << 7 | channelConfiguration << 3
        return [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
