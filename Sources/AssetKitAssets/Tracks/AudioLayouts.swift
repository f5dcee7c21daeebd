internal import AssetKitMedia

/// From FFmpeg's names of channel layouts to Core Audio's.
enum AudioLayouts {
    /// The order in which a codec stores the channels, which Core Audio's tags tell apart.
    enum Order {
        /// Centre first, as AAC and Apple Lossless have it.
        case centerFirst
        /// Left, centre, right, as AC-3 has it, and Vorbis and Opus.
        case centerSecond
        /// Left, right, centre, low frequencies, as wave files have it.
        case wave

        init(codec: MediaCodec?) {
            switch codec {
            case .aac, .aacLATM, .alac: self = .centerFirst
            case .ac3, .eac3, .opus, .vorbis: self = .centerSecond
            default: self = .wave
            }
        }
    }

    /// The layout: by its tag where Core Audio has one in that order, else by which channels there are. nil without
    /// channels.
    static func layout(named name: String?, channelCount: Int, order: Order) -> ManagedAudioChannelLayout? {
        guard (1...0xffff).contains(channelCount) else { return nil }
        let name = name ?? [1: "mono", 2: "stereo"][channelCount] ?? ""
        if let tag = tag(name, order), AudioChannelLayoutTag_GetNumberOfChannels(tag) == channelCount {
            return ManagedAudioChannelLayout(tag: tag)
        }
        if let bitmap = bitmap(name), bitmap.rawValue.nonzeroBitCount == channelCount {
            return ManagedAudioChannelLayout(bitmap: bitmap)
        }
        let discrete = kAudioChannelLayoutTag_DiscreteInOrder | AudioChannelLayoutTag(channelCount)
        return ManagedAudioChannelLayout(tag: discrete)
    }

    private static func tag(_ name: String, _ order: Order) -> AudioChannelLayoutTag? {
        let plain = name.replacing("(side)", with: "")
        switch (plain, order) {
        case ("mono", _): return kAudioChannelLayoutTag_Mono
        case ("stereo", _): return kAudioChannelLayoutTag_Stereo
        case ("quad", _): return kAudioChannelLayoutTag_Quadraphonic
        case ("3.0", .centerFirst): return kAudioChannelLayoutTag_MPEG_3_0_B
        case ("3.0", .wave): return kAudioChannelLayoutTag_MPEG_3_0_A
        case ("4.0", .centerFirst): return kAudioChannelLayoutTag_MPEG_4_0_B
        case ("4.0", .wave): return kAudioChannelLayoutTag_MPEG_4_0_A
        case ("5.0", .centerFirst): return kAudioChannelLayoutTag_MPEG_5_0_D
        case ("5.0", .centerSecond): return kAudioChannelLayoutTag_MPEG_5_0_C
        case ("5.0", .wave): return kAudioChannelLayoutTag_MPEG_5_0_A
        case ("5.1", .centerFirst): return kAudioChannelLayoutTag_MPEG_5_1_D
        case ("5.1", .centerSecond): return kAudioChannelLayoutTag_MPEG_5_1_C
        case ("5.1", .wave): return kAudioChannelLayoutTag_MPEG_5_1_A
        case ("6.1(back)", .centerFirst): return kAudioChannelLayoutTag_AAC_6_1
        case ("7.1(wide)", .centerFirst): return kAudioChannelLayoutTag_MPEG_7_1_B
        default: return nil
        }
    }

    /// The channels of FFmpeg's layouts that have no tag in some order.
    private static func bitmap(_ name: String) -> AudioChannelBitmap? {
        let front: AudioChannelBitmap = [.bit_Left, .bit_Right]
        let threeFront: AudioChannelBitmap = [.bit_Left, .bit_Right, .bit_Center]
        let low: AudioChannelBitmap = .bit_LFEScreen
        let back: AudioChannelBitmap = [.bit_LeftSurround, .bit_RightSurround]
        let side: AudioChannelBitmap = [.bit_LeftSurroundDirect, .bit_RightSurroundDirect]
        let backCenter: AudioChannelBitmap = .bit_CenterSurround
        let wide: AudioChannelBitmap = [.bit_LeftCenter, .bit_RightCenter]
        switch name {
        case "2.1": return [front, low]
        case "3.0": return threeFront
        case "3.0(back)": return [front, backCenter]
        case "3.1": return [threeFront, low]
        case "4.0": return [threeFront, backCenter]
        case "4.1": return [threeFront, low, backCenter]
        case "6.0": return [threeFront, side, backCenter]
        case "6.1": return [threeFront, low, side, backCenter]
        case "6.1(back)": return [threeFront, low, back, backCenter]
        case "7.0": return [threeFront, side, back]
        case "7.1": return [threeFront, low, side, back]
        case "7.1(wide)": return [threeFront, low, back, wide]
        case "7.1(wide-side)": return [threeFront, low, side, wide]
        default: return nil
        }
    }
}
