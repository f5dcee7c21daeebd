internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia

/// Parses the header of a codec, wherever a container keeps it, into facts about the track.
enum CodecHeaders {
    /// How the bytes are wrapped.
    enum Form: Hashable, Sendable {
        /// The payload of a box of MP4 or MOV inside the sample entry, by its four characters. Boxes that are not the
        /// header of a codec are left alone.
        case box(String)
        /// What Matroska calls CodecPrivate and FFmpeg extradata: a record, or parameter sets with start codes. Which
        /// of them it is, the bytes tell.
        case codecPrivate
        /// The first sample, for codecs that have no header but their pictures or frames; with start codes where the
        /// codec knows them.
        case sample
    }

    /// Fills in what the header says and returns what was wrong with it, each a sentence.
    ///
    /// The codec is the one that `traits` are of, or else `codec`; a box names it itself. Profile, level, size,
    /// depth, sample rate and channels are the header's. Colours, fields, frame rate and what else a container can
    /// say too are filled in only where the track has nothing. So is the shape of pixels, unless
    /// `keepsPixelAspect`: a container may well say that they are square. Pictures are marked as reordered where the
    /// header says so and never as not reordered: a container that knows better says it afterwards.
    ///
    /// A damaged header leaves the track as it was.
    static func describe(
        _ track: inout TrackFacts,
        record: [UInt8],
        form: Form,
        keepsPixelAspect: Bool = false
    ) -> [String] {
        var draft = Draft(track: track, keepsPixelAspect: keepsPixelAspect)
        do {
            switch form {
            case .box(let name): try draft.readBox(name, record[...])
            case .codecPrivate: try draft.readCodecPrivate(record[...])
            case .sample: try draft.readSample(record[...])
            }
        } catch {
            let name = track.codecName.isEmpty ? track.traits.name : track.codecName
            return ["track \(track.trackID)\(name.isEmpty ? "" : " (\(name))"): \(error)"]
        }
        track = draft.finished()
        return draft.warnings.map { "track \(track.trackID) (\(track.codecName)): \($0)" }
    }

    /// Fills in what follows from the codec itself, header or not: the name, and for ProRes the samples.
    static func describeCodec(of track: inout TrackFacts) {
        var draft = Draft(track: track, keepsPixelAspect: true)
        draft.readCodec()
        track = draft.finished()
    }

    /// The first sample has to tell what headers leave open, or what containers are known to tell wrong.
    static func needsSample(_ track: TrackFacts) -> Bool {
        if let video = track.video {
            let isColorInside = track.traits.habits.contains(.hasColorInside)
            // Only its pictures say whether they have alpha.
            let mayHaveAlpha = track.knownCodec == .proRes && video.chroma == "4:4:4" && video.alpha == nil
            return video.bitDepth == nil || video.codedWidth == 0 || isColorInside && video.range == nil || mayHaveAlpha
        }
        guard let audio = track.audio else { return false }
        switch track.knownCodec {
        // Its sample entry says how many channels an old decoder takes out of it.
        case .trueHD: return true
        case .dts: return audio.channelLayout == nil || audio.sampleRate == 0
        default: return audio.sampleRate == 0 || audio.channelCount == 0
        }
    }

    /// A track that is being described.
    struct Draft {
        var track: TrackFacts
        let keepsPixelAspect: Bool
        var warnings: [String] = []

        init(track: TrackFacts, keepsPixelAspect: Bool) {
            self.track = track
            self.keepsPixelAspect = keepsPixelAspect
        }
    }
}

extension CodecHeaders.Draft {
    /// What is known of the codec, by its name or else by its code.
    private var traits: CodecTraits {
        track.traits.isUnknown ? CodecTraits.of(code: track.codec) ?? track.traits : track.traits
    }

    /// Neither a name nor a code says which codec it is.
    var hasNoCodec: Bool { traits.isUnknown }

    /// The codec, where it is one that is listed.
    var codec: MediaCodec? { traits.codec }

    /// Makes the track one of this codec. A code that is one of several for it stays.
    mutating func identify(as codec: MediaCodec) {
        track.traits = codec.traits
        if CodecTraits.of(code: track.codec)?.codec != codec { track.codec = codec.traits.code }
        track.codecName = codec.traits.title(of: track.codec)
    }

    mutating func readBox(_ name: String, _ record: ArraySlice<UInt8>) throws(BitstreamError) {
        if let codec = CodecTraits.of(headerBox: name)?.codec { identify(as: codec) }
        switch name {
        case "avcC": try readH264(record: record)
        case "hvcC": try readHEVC(record: record)
        case "av1C": try readAV1(record: record)
        case "vpcC": try readVP(record: record)
        case "esds": try readDescriptor(record)
        case "dac3": try readAC3(record: record)
        case "dec3": try readEnhancedAC3(record: record)
        case "dOps": describe(try OpusHeader(record: record))
        case "dfLa": describe(try FLACStreamInfo(record))
        case "alac": describe(try AppleLosslessConfig(record))
        // Dolby Vision has a record beside that of HEVC or AV1, and all that is told of it is that it is there.
        case "dvcC", "dvvC", "dvwC": track.video?.dynamicRange = "DolbyVision"
        default: break
        }
    }

    mutating func readCodecPrivate(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        guard !bytes.isEmpty else { return }
        let hasStartCodes = bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1])
        switch codec {
        case .h264: try hasStartCodes ? readH264(stream: bytes) : readH264(record: bytes)
        case .hevc: try hasStartCodes ? readHEVC(stream: bytes) : readHEVC(record: bytes)
        // The first bit of a unit is 0, that of the record 1.
        case .av1: try bytes.first.map { $0 & 0x80 == 0 } == true ? readAV1(units: bytes) : readAV1(record: bytes)
        case .vp8, .vp9: try readVP(codecPrivate: bytes)
        case .mpeg4: try readMPEG4(stream: bytes)
        case .mpeg1, .mpeg2: try readMPEG2(stream: bytes)
        case .aac: try readAAC(bytes)
        case .opus: describe(try OpusHeader(packet: bytes))
        case .vorbis: describe(try VorbisIdentification(codecPrivate: bytes))
        case .flac: describe(try FLACStreamInfo(bytes))
        case .alac: describe(try AppleLosslessConfig(bytes))
        default: break
        }
    }

    mutating func readSample(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        switch codec {
        case .h264: try readH264(stream: bytes)
        case .hevc: try readHEVC(stream: bytes)
        case .av1: try readAV1(units: bytes)
        case .jpeg: try readJPEG(picture: bytes)
        case .proRes: try readProRes(frame: bytes)
        case .h263: try readH263(picture: bytes)
        case .vp8: try readVP8(frame: bytes)
        case .vp9: try readVP9(frame: bytes)
        case .mpeg4: try readMPEG4(stream: bytes)
        case .mpeg1, .mpeg2: try readMPEG2(stream: bytes)
        case .aac: describe(try ADTSHeader(bytes))
        case .ac3: try readAC3(frame: bytes)
        case .eac3: try readEnhancedAC3(frame: bytes)
        case .opus: try readOpus(packet: bytes)
        case .dts: try readDTS(frame: bytes)
        case .trueHD: try readTrueHD(unit: bytes)
        case .mp1, .mp2, .mp3: try readMPEGAudio(frame: bytes)
        default: break
        }
    }

    /// What follows from the codec and its profile.
    mutating func readCodec() {
        let traits = traits
        guard !traits.isUnknown else { return }
        track.traits = traits
        if track.codecName.isEmpty { track.codecName = traits.title(of: track.codec) }
        switch codec {
        case .proRes: describeProRes()
        case .aac: track.codecName = Self.nameOfAAC(profile: track.profile)
        case .mp1, .mp2, .mp3: setLayerFrames()
        // Opus decodes at this rate whatever a container says.
        case .opus: track.audio?.sampleRate = 48_000
        default: break
        }
        if let count = track.audio?.channelCount, track.audio?.channelLayout == nil {
            track.audio?.channelLayout = [1: "mono", 2: "stereo"][count]
        }
    }

    /// What ProRes says by its code alone: FFmpeg's words for the profile, and what the format stores.
    private mutating func describeProRes() {
        let profiles = [
            "apco": "Proxy", "apcs": "LT", "apcn": "Standard", "apch": "HQ", "ap4h": "4444", "ap4x": "XQ",
        ]
        track.codecName = traits.title(of: track.codec)
        guard let (code, profile) = profiles.first(where: { $0.key.fourCharCode == track.codec }) else { return }
        track.profile = profile
        let isFull = code.hasPrefix("ap4")
        setSamples(bitDepth: isFull ? 12 : 10, chroma: isFull ? .yuv444 : .yuv422)
    }

    /// The track with what follows from everything that is known now.
    func finished() -> TrackFacts {
        var result = self
        result.readCodec()
        if var video = result.track.video, video.dynamicRange == nil {
            video.dynamicRange = video.dynamicRangeByTransfer
            result.track.video = video
        }
        return result.track
    }
}
