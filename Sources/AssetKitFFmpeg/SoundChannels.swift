package import AssetKitMedia
package import CFFmpeg

/// Which channels there are, in the order of wave files, or only how many.
package struct SoundChannels: Hashable, Sendable, Codable {
    /// Bits of the channels; 0 where only their number is known.
    package let mask: UInt64
    package let count: Int

    package init(mask: UInt64) {
        self.mask = mask
        count = mask.nonzeroBitCount
    }

    package init(count: Int) {
        mask = 0
        self.count = count
    }

    /// The channels people expect where only the number is known: one is the middle, two are left and right.
    package init(usualFor count: Int) {
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, CInt(clamping: count))
        self.init(layout)
    }

    /// The same, or what people expect of so many where only the number is known.
    package var usual: SoundChannels { mask == 0 ? SoundChannels(usualFor: count) : self }

    package init(_ layout: AVChannelLayout) {
        if layout.order == AV_CHANNEL_ORDER_NATIVE {
            self.init(mask: layout.u.mask)
        } else {
            self.init(count: Int(max(layout.nb_channels, 0)))
        }
    }

    /// The channels of a layout; nil for one whose channels come in another order than wave files have.
    package init?(_ layout: ManagedAudioChannelLayout) {
        switch layout.tag {
        case kAudioChannelLayoutTag_UseChannelBitmap: self.init(mask: UInt64(layout.bitmap.rawValue))
        case kAudioChannelLayoutTag_UseChannelDescriptions:
            // The labels 1 to 18 are the bits 0 to 17, by definition.
            let bits = layout.channelDescriptions.map { Int($0.label) - 1 }
            guard !bits.isEmpty, bits.allSatisfy((0..<18).contains), zip(bits, bits.dropFirst()).allSatisfy({ $0 < $1 })
            else { return nil }
            self.init(mask: bits.reduce(0) { $0 | 1 << UInt64($1) })
        default:
            if let mask = Self.masks[layout.tag] {
                self.init(mask: mask)
            } else {
                let base = layout.tag & 0xffff_0000
                let count = layout.numberOfChannels
                guard base == kAudioChannelLayoutTag_DiscreteInOrder || base == kAudioChannelLayoutTag_Unknown,
                    count > 0
                else { return nil }
                self.init(count: count)
            }
        }
    }

    /// FFmpeg's struct, which owns nothing: both orders in use keep no memory behind it.
    package var layout: AVChannelLayout {
        var layout = AVChannelLayout()
        if mask == 0 || av_channel_layout_from_mask(&layout, mask) < 0 {
            layout.order = AV_CHANNEL_ORDER_UNSPEC
            layout.nb_channels = CInt(clamping: count)
        }
        return layout
    }

    // Bits of the wave format: left 0, right 1, centre 2, low frequencies 3, back left 4 and right 5, left and right of
    // centre 6 and 7, back centre 8, side left 9 and right 10.
    private static let masks: [AudioChannelLayoutTag: UInt64] = [
        kAudioChannelLayoutTag_Mono: 0x4, kAudioChannelLayoutTag_Stereo: 0x3,
        kAudioChannelLayoutTag_StereoHeadphones: 0x3, kAudioChannelLayoutTag_Quadraphonic: 0x33,
        kAudioChannelLayoutTag_MPEG_3_0_A: 0x7, kAudioChannelLayoutTag_MPEG_4_0_A: 0x107,
        kAudioChannelLayoutTag_MPEG_5_0_A: 0x607,
        kAudioChannelLayoutTag_MPEG_5_1_A: 0x60f, kAudioChannelLayoutTag_MPEG_7_1_A: 0xff,
        kAudioChannelLayoutTag_ITU_2_1: 0x103, kAudioChannelLayoutTag_ITU_2_2: 0x603,
        kAudioChannelLayoutTag_DVD_4: 0xb, kAudioChannelLayoutTag_DVD_5: 0x10b, kAudioChannelLayoutTag_DVD_6: 0x60b,
        kAudioChannelLayoutTag_DVD_10: 0xf, kAudioChannelLayoutTag_DVD_11: 0x10f,
        kAudioChannelLayoutTag_WAVE_4_0_B: 0x33, kAudioChannelLayoutTag_WAVE_5_0_B: 0x37,
        kAudioChannelLayoutTag_WAVE_5_1_B: 0x3f, kAudioChannelLayoutTag_WAVE_6_1: 0x70f,
        kAudioChannelLayoutTag_WAVE_7_1: 0x63f,
    ]
}
