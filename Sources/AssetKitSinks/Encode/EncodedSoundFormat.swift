internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Describes encoded sound as files do: the codec's header in the box that MP4 has for it, rate and channels.
struct EncodedSoundFormat {
    let encoding: SoundEncoding
    /// The header that the encoder put aside.
    let header: [UInt8]
    let framesPerPacket: Int

    /// Throws where the header is not what the codec's is.
    func description() throws -> CMFormatDescription {
        if encoding.codec == .pcm { return plainDescription }
        let traits = encoding.codec.traits
        let channels = encoding.codedChannels
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = Double(encoding.codedRate)
        basic.mFormatID = traits.formatID
        basic.mFormatFlags = flags
        basic.mChannelsPerFrame = UInt32(channels.count)
        // Packets of Vorbis differ.
        basic.mFramesPerPacket = encoding.codec == .vorbis ? 0 : UInt32(clamping: framesPerPacket)
        let atoms = try atoms()
        var values: [String: Any] = [kCMFormatDescriptionExtension_FormatName: traits.name]
        if !atoms.isEmpty {
            values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = atoms.mapValues { Data($0) }
        }
        return CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: traits.formatID,
            extensions: values,
            audio: AudioFormatDetails(basic: basic, layout: channels.audioLayout, cookie: cookie(atoms))
        )
    }

    private var plainDescription: CMFormatDescription {
        let plain = encoding.encoderInput.resolved(rate: encoding.codedRate, channels: encoding.codedChannels)
        let description = plain.formatDescription
        guard encoding.samples.isUnsigned, var basic = description.audio?.basic else { return description }
        basic.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger
        return CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: kAudioFormatLinearPCM,
            audio: AudioFormatDetails(basic: basic, layout: plain.layout)
        )
    }

    private var flags: AudioFormatFlags {
        switch encoding.codec {
        case .aac: AudioFormatFlags(kMPEG4Object_AAC_LC)
        case .alac, .flac:
            encoding.bitDepth == 24
                ? kAppleLosslessFormatFlag_24BitSourceData : kAppleLosslessFormatFlag_16BitSourceData
        default: 0
        }
    }

    private func atoms() throws -> [String: [UInt8]] {
        let rate = UInt32(clamping: encoding.codedBitRate ?? 0)
        func descriptor(_ kind: UInt8) -> [UInt8] {
            ElementaryStreamDescriptor.record(objectType: kind, isSound: true, configuration: header, bitRate: rate)
        }
        switch encoding.codec {
        case .aac: return ["esds": descriptor(0x40)]
        // MPEG-1, or MPEG-2 for the lower rates.
        case .mp3: return ["esds": descriptor(encoding.sampleRate >= 32000 ? 0x6B : 0x69)]
        // A number that is not MPEG's, but that all who store Vorbis in MP4 use.
        case .vorbis: return ["esds": descriptor(0xDD)]
        // FFmpeg has the whole box; its content is behind size and name.
        case .alac: return ["alac": Array(header.dropFirst(8))]
        // Version and flags, then a block of 34 bytes that is the last one.
        case .flac: return ["dfLa": [0, 0, 0, 0, 0x80, 0, 0, 34] + header.prefix(34)]
        case .opus: return ["dOps": try OpusHeader(packet: header[...]).record]
        case .ac3: return ["dac3": ac3Record]
        case .eac3: return ["dec3": enhancedRecord]
        case .pcm: return [:]
        }
    }

    /// The box's content without version and flags.
    private func cookie(_ atoms: [String: [UInt8]]) -> Data? {
        for (name, headerSize) in [("esds", 4), ("alac", 4), ("dfLa", 4), ("dOps", 0)] {
            if let atom = atoms[name] { return Data(atom.dropFirst(headerSize)) }
        }
        return nil
    }

    // MARK: AC-3

    private var surround: AC3Channels {
        let mask = encoding.codedChannels.mask
        return AC3Channels(mode: Int(SoundCodecTraits.acModes[mask & ~8] ?? 2), hasLowFrequency: mask & 8 != 0)
    }

    private var ac3Record: [UInt8] {
        AC3Configuration(
            sampleRate: encoding.sampleRate,
            bitstreamID: 8,
            bitstreamMode: 0,
            channels: surround,
            bitRate: encoding.codedBitRate ?? 0
        ).record
    }

    private var enhancedRecord: [UInt8] {
        let substream = EnhancedAC3Configuration.Substream(
            sampleRate: encoding.sampleRate,
            bitstreamID: 16,
            bitstreamMode: 0,
            channels: surround,
            dependentSubstreams: 0,
            addedLocations: 0
        )
        return EnhancedAC3Configuration(bitRate: encoding.codedBitRate ?? 0, substreams: [substream]).record
    }
}
