internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Reads the settings of an output of sound.
enum AudioOutputSettings {
    /// The sound that settings ask for. Stops the program where that is not uncompressed sound; throws where it is none that
    /// can be made.
    static func linearPCM(_ settings: [String: Any], of output: String) throws(MediaProblem) -> LinearPCM {
        func refused(_ reason: String) -> MediaProblem { .unsupported("the settings of an output \(reason)") }
        func number(_ key: String) throws(MediaProblem) -> Number? {
            guard let value = settings[key] else { return nil }
            guard let number = settings.number(key) else { throw refused("have no number for \(key), but \(value)") }
            return number
        }
        let identifier: UInt32? = try number(AVFormatIDKey)?.whole()
        require(identifier == kAudioFormatLinearPCM, "\(output): the settings must ask for kAudioFormatLinearPCM")
        var wish = LinearPCM()
        if let rate = try number(AVSampleRateKey) {
            guard let value: Int = rate.whole(), (1...1_000_000).contains(value) else {
                throw refused("ask for no sample rate")
            }
            wish.sampleRate = value
        }
        let isFloat = try number(AVLinearPCMIsFloatKey)?.bool ?? false
        let bits: Int = try number(AVLinearPCMBitDepthKey)?.whole() ?? (isFloat ? 32 : 16)
        guard let depth = depth(bits, isFloat: isFloat) else { throw refused("ask for samples of \(bits) bits") }
        wish.depth = depth
        wish.isBigEndian = try number(AVLinearPCMIsBigEndianKey)?.bool ?? false
        wish.isInterleaved = try !(number(AVLinearPCMIsNonInterleaved)?.bool ?? false)
        if let count = try number(AVNumberOfChannelsKey) {
            guard let value: Int = count.whole(), (1...64).contains(value) else { throw refused("ask for no channels") }
            wish.channels = SoundChannels(usualFor: value)
        }
        guard let value = settings[AVChannelLayoutKey] else { return wish }
        guard let layout = layout(value), let channels = SoundChannels(layout) else {
            throw refused("name channels in an order that sound cannot have here")
        }
        guard wish.channels.map({ $0.count == channels.count }) ?? true else {
            throw refused("contradict themselves in channels")
        }
        (wish.channels, wish.layout) = (channels, layout)
        return wish
    }

    private static func depth(_ bits: Int, isFloat: Bool) -> LinearPCM.Depth? {
        switch (bits, isFloat) {
        case (8, false): .integer8
        case (16, false): .integer16
        case (24, false): .integer24
        case (32, false): .integer32
        case (32, true): .float32
        case (64, true): .float64
        default: nil
        }
    }

    private static func layout(_ value: Any) -> ManagedAudioChannelLayout? {
        guard let data = value as? Data else { return value as? ManagedAudioChannelLayout }
        return data.withUnsafeBytes { ManagedAudioChannelLayout(bytes: $0) }
    }
}
