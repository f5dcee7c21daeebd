internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension ISOSampleEntry {
    /// What the sound is and how its entry goes.
    private struct Sound {
        let basic: AudioStreamBasicDescription
        let code: ISOCode
        /// The boxes with the codec's header.
        let header: ISOBytes
        /// QuickTime wraps the header of these in `wave`.
        var isWrapped = false
    }

    func writeSound(to bytes: inout ISOBytes) throws(ISOWritingError) {
        guard let basic = format.audio?.basic, basic.mChannelsPerFrame > 0, basic.mSampleRate > 0 else {
            throw .format("\(codeText) does not say how many channels it has and at which rate")
        }
        if format.subtype == kAudioFormatLinearPCM { return try writeLinearPCM(basic, to: &bytes) }
        let sound = try sound(basic)
        bytes.box(sound.code) { bytes in
            head(&bytes)
            if isQuickTime { writeQuickTimeFields(basic, to: &bytes) } else { writeFields(basic, bits: 16, to: &bytes) }
            if isQuickTime, sound.isWrapped {
                bytes.box("wave") { bytes in
                    bytes.box("frma") { $0.code(sound.code) }
                    if sound.code == "mp4a" { bytes.box("mp4a") { $0.u32(0) } }
                    bytes.append(sound.header.bytes)
                    bytes.u32(8)
                    bytes.u32(0)
                }
            } else {
                bytes.append(sound.header.bytes)
            }
            if isQuickTime { writeQuickTimeLayout(to: &bytes) }
            copyAtoms(["btrt"], to: &bytes)
        }
    }

    // MARK: Compressed sound

    private func sound(_ basic: AudioStreamBasicDescription) throws(ISOWritingError) -> Sound {
        var header = ISOBytes()
        switch format.subtype {
        case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
            kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_ELD_SBR, kAudioFormatMPEG4AAC_ELD_V2, kAudioFormatMPEGD_USAC,
            ISOCode("mp4a").rawValue:
            header.box("esds", content: try advancedAudioStream(basic))
            return Sound(basic: basic, code: "mp4a", header: header, isWrapped: true)
        case kAudioFormatMPEGLayer3, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer1:
            if isQuickTime { return Sound(basic: basic, code: ISOCode(rawValue: format.subtype), header: header) }
            // MPEG-1's numbers; MPEG-2's are those of half the rates.
            let type: UInt8 = basic.mSampleRate < 32000 ? 0x69 : 0x6b
            header.box(
                "esds",
                content: atom("esds")
                    ?? ISOElementaryStreamWriter.content(objectType: type, streamType: 5, configuration: [])
            )
            return Sound(basic: basic, code: "mp4a", header: header)
        case kAudioFormatAppleLossless: return try lossless(basic, "alac", "alac")
        case kAudioFormatFLAC, ISOCode("fLaC").rawValue: return try lossless(basic, "fLaC", "dfLa")
        case kAudioFormatOpus, ISOCode("Opus").rawValue:
            header.box("dOps", content: try opusHeader())
            return Sound(basic: basic, code: "Opus", header: header)
        case kAudioFormatAC3: return try surround(basic, "ac-3", "dac3")
        case kAudioFormatEnhancedAC3: return try surround(basic, "ec-3", "dec3")
        case kAudioFormatAMR, kAudioFormatAMR_WB:
            header.box("damr", content: atom("damr") ?? [0, 0, 0, 0, 0, 0x81, 0xff, 0, 1])
            return Sound(basic: basic, code: ISOCode(rawValue: format.subtype), header: header)
        case AKAudioFormatVorbis where !isQuickTime:
            // A number that is not MPEG's, but that all who store Vorbis in MP4 use.
            header.box("esds", content: try required("esds"))
            return Sound(basic: basic, code: "mp4a", header: header)
        case AKAudioFormatVorbis: throw .format("Vorbis has no place in the file; Opus and AAC have")
        case ISOCode("dtsc").rawValue where !isQuickTime && atom("ddts") == nil:
            // Without the box that goes with the code: the number says the same of every kind of DTS.
            let content = ISOElementaryStreamWriter.content(objectType: 0xA9, streamType: 5, configuration: [])
            header.box("esds", content: atom("esds") ?? content)
            return Sound(basic: basic, code: "mp4a", header: header)
        default:
            copyAtomsIn(&header, ["esds", "glbl", "dac4", "mhaC", "ddts", "dmlp"])
            return Sound(basic: basic, code: ISOCode(rawValue: format.subtype), header: header)
        }
    }

    private func copyAtomsIn(_ bytes: inout ISOBytes, _ names: [ISOCode]) { copyAtoms(names, to: &bytes) }

    private func surround(
        _ basic: AudioStreamBasicDescription,
        _ code: ISOCode,
        _ name: ISOCode
    ) throws(ISOWritingError) -> Sound {
        var header = ISOBytes()
        header.box(name, content: try required(name.description))
        return Sound(basic: basic, code: code, header: header, isWrapped: true)
    }

    /// ALAC and FLAC: the cookie is the content of the box without version and flags.
    private func lossless(
        _ basic: AudioStreamBasicDescription,
        _ code: ISOCode,
        _ name: ISOCode
    ) throws(ISOWritingError) -> Sound {
        var header = ISOBytes()
        if let content = atom(name.description) {
            header.box(name, content: content)
        } else if let cookie = format.audio?.cookie, !cookie.isEmpty {
            header.fullBox(name) { $0.append(cookie.starts(with: Array("fLaC".utf8)) ? cookie.dropFirst(4) : cookie) }
        } else {
            throw .format("\(codeText) needs the codec's header ('\(name)'), and the format does not have it")
        }
        return Sound(basic: basic, code: code, header: header, isWrapped: code == "alac")
    }

    /// The stream's descriptors: those of a file, those of a cookie, or made of the codec's configuration.
    private func advancedAudioStream(_ basic: AudioStreamBasicDescription) throws(ISOWritingError) -> [UInt8] {
        if let content = atom("esds") { return content }
        guard let cookie = format.audio?.cookie, !cookie.isEmpty else {
            return ISOElementaryStreamWriter.content(
                objectType: 0x40,
                streamType: 5,
                configuration: try plainConfiguration(basic)
            )
        }
        // A cookie of Apple's begins with the tag of the stream's descriptor, a bare configuration never does so far.
        if cookie.first == 3, cookie.count > 20 { return [0, 0, 0, 0] + cookie }
        return ISOElementaryStreamWriter.content(objectType: 0x40, streamType: 5, configuration: Array(cookie))
    }

    private static let rates: [Double] = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// The configuration of AAC LC as the standard has it for usual rates and channels.
    private func plainConfiguration(_ basic: AudioStreamBasicDescription) throws(ISOWritingError) -> [UInt8] {
        let channels = basic.mChannelsPerFrame
        guard format.subtype == kAudioFormatMPEG4AAC, let rate = Self.rates.firstIndex(of: basic.mSampleRate),
            (1...8).contains(channels), channels != 7
        else { throw .format("\(codeText) needs the codec's header ('esds'), and the format does not have it") }
        let word = UInt16(2) << 11 | UInt16(rate) << 7 | UInt16(channels == 8 ? 7 : channels) << 3
        return [UInt8(word >> 8), UInt8(word & 0xff)]
    }

    /// `dOps`; Ogg's header has the same fields the other way round.
    private func opusHeader() throws(ISOWritingError) -> [UInt8] {
        if let content = atom("dOps") { return content }
        let cookie = Array(format.audio?.cookie ?? Data())
        let isFromOgg = cookie.starts(with: Array("OpusHead".utf8)) && cookie.count >= 19
        guard isFromOgg else { return try required("dOps") }
        let fields = cookie[8...]
        func swapped(_ range: Range<Int>) -> [UInt8] { fields[range].reversed() }
        return [0, cookie[9]] + swapped(10..<12) + swapped(12..<16) + swapped(16..<18) + Array(cookie[18...])
    }

    // MARK: Fixed fields

    /// ISO's entry of version 0. A rate that its 16 bits do not hold is left to the timescale and to the codec.
    private func writeFields(_ basic: AudioStreamBasicDescription, bits: UInt16, to bytes: inout ISOBytes) {
        bytes.zeros(8)
        bytes.u16(UInt16(clamping: basic.mChannelsPerFrame))
        bytes.u16(bits)
        bytes.zeros(4)
        bytes.u32(Self.rate(basic))
    }

    private static func rate(_ basic: AudioStreamBasicDescription) -> UInt32 {
        (0..<65536).contains(basic.mSampleRate) ? UInt32(basic.mSampleRate.rounded()) << 16 : 0
    }

    /// QuickTime's entry of version 1 for sound in packets.
    private func writeQuickTimeFields(_ basic: AudioStreamBasicDescription, to bytes: inout ISOBytes) {
        bytes.u16(1)
        bytes.zeros(6)
        bytes.u16(UInt16(clamping: basic.mChannelsPerFrame))
        bytes.u16(16)
        bytes.integer(Int16(-2))
        bytes.u16(0)
        bytes.u32(Self.rate(basic))
        bytes.u32(basic.mFramesPerPacket)
        bytes.u32(basic.mBytesPerPacket)
        bytes.u32(basic.mBytesPerPacket)
        bytes.u32(2)
    }

    /// `chan`: the loudspeakers, where there are more than two or others than usual.
    private func writeQuickTimeLayout(to bytes: inout ISOBytes) {
        if let content = atom("chan") { return bytes.box("chan", content: content) }
        guard let layout = format.audio?.layout else { return }
        let usual = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo]
        guard !usual.contains(layout.tag) else { return }
        bytes.fullBox("chan") { $0.append(layout.storedBytes) }
    }

    // MARK: Linear PCM

    private func writeLinearPCM(
        _ basic: AudioStreamBasicDescription,
        to bytes: inout ISOBytes
    ) throws(ISOWritingError) {
        let flags = basic.mFormatFlags
        guard flags & kAudioFormatFlagIsNonInterleaved == 0, basic.mBytesPerFrame > 0,
            basic.mBytesPerFrame.isMultiple(of: basic.mChannelsPerFrame)
        else { throw .format("samples of sound must lie beside each other, those of a frame together") }
        guard isQuickTime else { return try writeISOLinearPCM(basic, to: &bytes) }
        let isPlain =
            basic.mBitsPerChannel == 16 && basic.mBytesPerFrame == 2 * basic.mChannelsPerFrame
            && flags & kAudioFormatFlagIsFloat == 0 && flags & kAudioFormatFlagIsSignedInteger != 0
        if isPlain, basic.mChannelsPerFrame <= 2, basic.mSampleRate < 65536 {
            let isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0
            return bytes.box(isBigEndian ? "twos" : "sowt") { bytes in
                head(&bytes)
                writeFields(basic, bits: 16, to: &bytes)
            }
        }
        bytes.box("lpcm") { bytes in
            head(&bytes)
            writeLinearPCMFields(basic, to: &bytes)
            writeQuickTimeLayout(to: &bytes)
        }
    }

    /// QuickTime's entry of version 2.
    private func writeLinearPCMFields(_ basic: AudioStreamBasicDescription, to bytes: inout ISOBytes) {
        bytes.u16(2)
        bytes.zeros(6)
        bytes.u16(3)
        bytes.u16(16)
        bytes.integer(Int16(-2))
        bytes.u16(0)
        bytes.u32(65536)
        bytes.u32(72)
        bytes.u64(basic.mSampleRate.bitPattern)
        bytes.u32(basic.mChannelsPerFrame)
        bytes.u32(0x7f00_0000)
        bytes.u32(basic.mBitsPerChannel)
        bytes.u32(basic.mFormatFlags)
        bytes.u32(basic.mBytesPerFrame)
        bytes.u32(1)
    }

    /// `ipcm` and `fpcm` of ISO/IEC 23003-5, which have no unsigned samples and none with room to spare.
    private func writeISOLinearPCM(
        _ basic: AudioStreamBasicDescription,
        to bytes: inout ISOBytes
    ) throws(ISOWritingError) {
        let bits = basic.mBitsPerChannel
        let isFloat = basic.mFormatFlags & kAudioFormatFlagIsFloat != 0
        let allowed: [UInt32] = isFloat ? [32, 64] : [16, 24, 32]
        guard allowed.contains(bits), basic.mBytesPerFrame == bits / 8 * basic.mChannelsPerFrame,
            isFloat || basic.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        else {
            throw .format(
                "MP4 has no uncompressed sound of this kind; 16, 24 and 32 bits with a sign and floats it has"
            )
        }
        bytes.box(isFloat ? "fpcm" : "ipcm") { bytes in
            head(&bytes)
            writeFields(basic, bits: UInt16(bits), to: &bytes)
            bytes.fullBox("pcmC") { bytes in
                bytes.u8(basic.mFormatFlags & kAudioFormatFlagIsBigEndian == 0 ? 1 : 0)
                bytes.u8(UInt8(bits))
            }
            copyAtoms(["chnl"], to: &bytes)
        }
    }
}
