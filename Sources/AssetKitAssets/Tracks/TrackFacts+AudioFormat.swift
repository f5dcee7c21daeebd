internal import AssetKitMedia
internal import AssetKitSources
internal import Foundation

extension TrackFacts {
    /// nil where not even the codec is known: Core Media has no format of sound 0.
    func audioFormat(_ description: SampleDescriptionFacts) -> CMFormatDescription? {
        let audio = audio ?? AudioFacts()
        let basic = streamDescription(audio, description)
        guard basic.mFormatID != 0 else { return nil }
        let layout = AudioLayouts.layout(
            named: audio.channelLayout,
            channelCount: audio.channelCount,
            order: AudioLayouts.Order(codec: knownCodec)
        )
        return CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: basic.mFormatID,
            extensions: commonExtensions(description),
            audio: AudioFormatDetails(basic: basic, layout: layout, cookie: Self.cookie(description.atoms))
        )
    }

    /// What the decoder needs beyond the format: the box's content without version and flags.
    private static func cookie(_ atoms: [String: [UInt8]]) -> Data? {
        for (name, headerSize) in [("esds", 4), ("alac", 4), ("dfLa", 4), ("dOps", 0)] {
            guard let atom = atoms[name], atom.count > headerSize else { continue }
            return Data(atom.dropFirst(headerSize))
        }
        return nil
    }

    private func streamDescription(
        _ audio: AudioFacts,
        _ description: SampleDescriptionFacts
    ) -> AudioStreamBasicDescription {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = audio.sampleRate.isFinite ? max(audio.sampleRate, 0) : 0
        basic.mChannelsPerFrame = UInt32(clamping: audio.channelCount)
        basic.mFormatID = formatID(description)
        basic.mFramesPerPacket = UInt32(clamping: audio.framesPerPacket)
        switch basic.mFormatID {
        case kAudioFormatLinearPCM: describeSamples(audio, in: &basic)
        case kAudioFormatULaw, kAudioFormatALaw:
            basic.mBitsPerChannel = 8
            basic.setPacketOfOneFrame(bytes: basic.mChannelsPerFrame)
        case kAudioFormatAppleLossless, kAudioFormatFLAC:
            // The formats have the same flags for the depth of the source.
            basic.mFormatFlags = [16: 1, 20: 2, 24: 3, 32: 4][audio.bitDepth ?? 0] ?? 0
        case kAudioFormatMPEG4AAC:
            basic.mFormatFlags = UInt32(Self.objectTypes[profile ?? ""] ?? 0)
        default:
            // Of the others only these have packets of one size, whatever a container writes for the rest.
            let isFixed = traits.habits.contains(.hasFixedPackets)
            if isFixed { basic.mBytesPerPacket = UInt32(clamping: audio.bytesPerPacket) }
        }
        return basic
    }

    /// The kinds of AAC that share one format.
    private static let objectTypes = [
        "LC": kMPEG4Object_AAC_LC, "Main": kMPEG4Object_AAC_Main, "SSR": kMPEG4Object_AAC_SSR,
        "LTP": kMPEG4Object_AAC_LTP,
    ]

    private func formatID(_ description: SampleDescriptionFacts) -> AudioFormatID {
        if [.aac, .aacLATM].contains(knownCodec) { return Self.aacFormats[profile ?? ""] ?? kAudioFormatMPEG4AAC }
        if let format = traits.audioFormats.first { return format }
        return traits.habits.contains(.isPlain) ? kAudioFormatLinearPCM : code(description)
    }

    private static let aacFormats = [
        "HE-AAC": kAudioFormatMPEG4AAC_HE, "HE-AACv2": kAudioFormatMPEG4AAC_HE_V2, "LD": kAudioFormatMPEG4AAC_LD,
        "ELD": kAudioFormatMPEG4AAC_ELD, "xHE-AAC": kAudioFormatMPEGD_USAC,
    ]

    /// Samples as they are: the codec says more about them than the facts can.
    private func describeSamples(_ audio: AudioFacts, in basic: inout AudioStreamBasicDescription) {
        let bits = max(audio.bitDepth ?? 0, 0)
        let channels = max(audio.channelCount, 0)
        // A packet of PCM is a frame; where its samples have room to spare, they stand at the top of it.
        var sampleBytes = (bits + 7) / 8
        if channels > 0, audio.bytesPerPacket.isMultiple(of: channels), audio.framesPerPacket <= 1 {
            sampleBytes = max(sampleBytes, audio.bytesPerPacket / channels)
        }
        let isFloat = audio.isFloatingPoint || traits.numbers.isFloatingPoint
        if isFloat {
            basic.mFormatFlags |= kAudioFormatFlagIsFloat
        } else if traits.numbers.isSigned {
            basic.mFormatFlags |= kAudioFormatFlagIsSignedInteger
        }
        if sampleBytes > 1, audio.isBigEndian || traits.numbers.isBigEndian {
            basic.mFormatFlags |= kAudioFormatFlagIsBigEndian
        }
        basic.mFormatFlags |= sampleBytes * 8 == bits ? kAudioFormatFlagIsPacked : kAudioFormatFlagIsAlignedHigh
        basic.mBitsPerChannel = UInt32(clamping: bits)
        let (frameBytes, isTooMuch) = sampleBytes.multipliedReportingOverflow(by: channels)
        basic.setPacketOfOneFrame(bytes: UInt32(clamping: isTooMuch ? 0 : frameBytes))
    }
}

extension AudioStreamBasicDescription {
    fileprivate mutating func setPacketOfOneFrame(bytes: UInt32) {
        mFramesPerPacket = 1
        mBytesPerFrame = bytes
        mBytesPerPacket = bytes
    }
}
