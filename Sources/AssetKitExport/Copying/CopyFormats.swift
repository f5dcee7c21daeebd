internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// The descriptions of a new track's samples, put together from those of several clips.
struct CopyFormats {
    /// The file may have several descriptions for one track.
    let allowsSeveral: Bool
    private var found: [CMFormatDescription] = []
    private var look: PictureLook?
    /// The clips have different parameter sets, and each sample that decoding can start with has to bring its own.
    private(set) var areSetsInSamples = false

    /// The descriptions that the new track has.
    var formats: [CMFormatDescription] {
        areSetsInSamples && allowsSeveral ? found.map(\.withSetsInSamples) : found
    }

    init(allowsSeveral: Bool) { self.allowsSeveral = allowsSeveral }

    /// The places of a clip's descriptions among those of the track. Throws where samples that differ so much cannot be in
    /// one track.
    mutating func places(of track: TrackFacts) throws -> [Int] {
        let own = track.formatDescriptions
        guard !own.isEmpty else {
            let reason = "nothing says what the samples of its track \(track.trackID) are"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        // What does not fit leaves no trace.
        var next = self
        // A file's own descriptions stay what they are.
        let keepsSeveral = allowsSeveral && found.isEmpty
        let places = try own.map { try next.place(of: $0, track, keepsSeveral: keepsSeveral) }
        try next.takeLook(of: track)
        self = next
        return places
    }

    /// The first clip says for the track how its pictures are shown.
    private mutating func takeLook(of track: TrackFacts) throws {
        guard let video = track.video else { return }
        let own = PictureLook(video)
        if let what = look?.difference(from: own) { throw Self.problem(what, track) }
        look = look ?? own
    }

    private static func problem(_ what: String, _ track: TrackFacts) -> MediaProblem {
        let reason = "its \(track.mediaType.noun) has another \(what) than that of the first file"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }

    /// How much two descriptions differ, alpha included as far as the file keeps it.
    private func difference(of one: CMFormatDescription, from other: CMFormatDescription) -> FormatDifference? {
        if let difference = one.difference(from: other) { return difference }
        let isInside =
            (one.hasAlphaInside, one.isPremultiplied, one.isOverWhite)
            == (other.hasAlphaInside, other.isPremultiplied, other.isOverWhite)
        // Only Matroska keeps what lies beside samples, and it has no second description.
        let isBeside = allowsSeveral || one.hasAlphaBeside == other.hasAlphaBeside
        return isInside && isBeside ? nil : .content("alpha")
    }

    private mutating func place(
        of format: CMFormatDescription,
        _ track: TrackFacts,
        keepsSeveral: Bool
    ) throws -> Int {
        guard let first = found.first else {
            found.append(format)
            return 0
        }
        if let known = found.firstIndex(where: { difference(of: $0, from: format) == nil }) { return known }
        switch difference(of: first, from: format) {
        // One header for all keeps the code that every player takes.
        case .header? where allowsSeveral && format.isCovered(by: first): return 0
        case .header? where allowsSeveral && first.isCovered(by: format):
            found[0] = first.with(codecHeader: format.codecHeader)
            return 0
        // Few players go on with another description in the middle of a track; all of them do with sets in samples.
        case .header? where ["avcC", "hvcC"].contains(where: { format.header[$0] != nil }):
            areSetsInSamples = true
            return 0
        case .header? where first.isDescribedBySamples: return 0
        // Decoders that were given a header read another one only in samples.
        case .header? where !keepsSeveral && first.hasMPEGHeader:
            guard MPEG4Layers.agree(first.codecHeader, format.codecHeader) else {
                throw Self.problem("header", track)
            }
            areSetsInSamples = true
            // FFmpeg reads one code for a track, and drops samples of another.
            guard allowsSeveral, first.subtype == format.subtype else { return 0 }
            found.append(format)
            return found.count - 1
        // Some decoders show wrong pictures where another description begins, but none where a sample has the header.
        case .header? where !keepsSeveral && AV1Sequences.agree(first.codecHeader, format.codecHeader):
            areSetsInSamples = true
            // Players that prepare for what the file says are then prepared for all of it.
            if AV1Sequences.asksForMore(format.codecHeader, than: first.codecHeader) {
                found[0] = first.with(codecHeader: format.codecHeader)
            }
            return 0
        case .header? where !keepsSeveral && first.subtype == kCMVideoCodecType_AV1:
            throw Self.problem("sequence header", track)
        case .header? where allowsSeveral:
            found.append(format)
            return found.count - 1
        case .content(let what)?:
            throw Self.problem(what, track)
        case .header?, nil:
            let reason =
                "the codec's header of its \(track.mediaType.noun) is another than the first file's; join into mp4"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
    }
}

/// How much descriptions differ.
enum FormatDifference: Hashable {
    /// In the codec's header alone: a decoder that gets the new header goes on.
    case header
    /// In what comes out, or in the codec: players would have to begin anew.
    case content(String)
}

extension CMFormatDescription {
    /// How samples of another description differ from those of this one, as far as decoders and players see; nil for not
    /// at all.
    func difference(from other: CMFormatDescription) -> FormatDifference? {
        if self === other { return nil }
        guard type == other.type, plainSubtype == other.plainSubtype else { return .content("codec") }
        if type == kCMMediaType_Video {
            guard videoDimensions == other.videoDimensions else { return .content("size") }
            guard shape == other.shape else { return .content("shape of pixels") }
        }
        if let basic = audio?.basic, let second = other.audio?.basic {
            guard basic.mSampleRate == second.mSampleRate else { return .content("sample rate") }
            guard basic.mChannelsPerFrame == second.mChannelsPerFrame else { return .content("number of channels") }
            let isSame = basic.mFormatFlags == second.mFormatFlags && basic.mBitsPerChannel == second.mBitsPerChannel
            guard isSame else { return .content("kind of samples") }
        }
        return header == other.header && subtype == other.subtype ? nil : .header
    }

    /// The code of the codec, wherever its parameter sets are.
    private var plainSubtype: FourCharCode {
        switch subtype {
        case "avc3".fourCharCode: "avc1".fourCharCode
        case "hev1".fourCharCode: "hvc1".fourCharCode
        case kCMVideoCodecType_MPEG4Video: codeOfStream ?? subtype
        default: Self.isMPEG2(subtype) ? kCMVideoCodecType_MPEG2Video : subtype
        }
    }

    /// Cameras and QuickTime have many codes for it.
    private static func isMPEG2(_ code: FourCharCode) -> Bool { CodecTraits.of(code: code)?.codec == .mpeg2 }

    /// Its header is made of the units that samples may begin with too.
    var hasMPEGHeader: Bool {
        [kCMVideoCodecType_MPEG4Video, kCMVideoCodecType_MPEG2Video, "mp1v".fourCharCode].contains(plainSubtype)
    }

    /// The description of samples that bring their parameter sets along.
    fileprivate var withSetsInSamples: CMFormatDescription {
        let code: FourCharCode =
            switch subtype {
            case "avc1".fourCharCode: "avc3".fourCharCode
            case "hvc1".fourCharCode: "hev1".fourCharCode
            default: subtype
            }
        guard code != subtype else { return self }
        var values = extensionValues
        values[kCMFormatDescriptionExtension_VerbatimSampleDescription] = nil
        values[kCMFormatDescriptionExtension_VerbatimISOSampleEntry] = nil
        return CMFormatDescription(type: type, subtype: code, extensions: values, dimensions: videoDimensions)
    }

    /// The parameter sets of another description are these and more, so that its header is right for samples of both: as that of
    /// a clip with encoded edges is for one that is copied as it is.
    fileprivate func isCovered(by other: CMFormatDescription) -> Bool {
        guard [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC].contains(subtype), subtype == other.subtype,
            let own = parameterSetStore?.record, let others = other.parameterSetStore?.record,
            own.nalUnitHeaderLength == others.nalUnitHeaderLength, !own.parameterSets.isEmpty
        else { return false }
        func besides(_ header: [String: [UInt8]]) -> [String: [UInt8]] {
            header.filter { !["avcC", "hvcC"].contains($0.key) }
        }
        guard besides(header) == besides(other.header) else { return false }
        return Set(own.parameterSets).isSubset(of: others.parameterSets)
    }

    /// The codec's headers, without what only describes the stream, such as bit rates.
    fileprivate var header: [String: [UInt8]] {
        let atoms = extensionValues[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        var result: [String: [UInt8]] = [:]
        for (name, value) in PropertyList.dictionary(atoms) ?? [:] {
            guard let data = value as? Data ?? (value as? [Any])?.first as? Data else { continue }
            switch name {
            case "esds":
                // One that cannot be read is only like one with the very same bytes.
                let descriptor = try? ElementaryStreamDescriptor(record: Array(data)[...])
                result[name] = descriptor?.decoderConfiguration ?? Array(data)
            // The sizes of packets differ, and the sum of all samples.
            case "dfLa" where data.count >= 42:
                let bytes = Array(data)
                result[name] = Array(bytes[8..<12] + bytes[18..<22])
            // The delay of the encoder differs.
            case "dOps" where data.count > 11: result[name] = [data[data.startIndex + 1]] + Array(data.dropFirst(10))
            case _ where Self.headers.contains(name): result[name] = Array(data)
            default: continue
            }
        }
        return result
    }

    /// Boxes that a decoder needs; others describe the stream, or say again what the description does.
    private static let headers: Set<String> = [
        "avcC", "hvcC", "lhvC", "av1C", "vpcC", "alac", "dac3", "dec3", "dac4", "mhaC", "glbl", "d263", "damr", "vttC",
        "keys", "dvcC", "dvvC",
    ]

    /// What its header says the samples say too: decoders do not need it.
    fileprivate var isDescribedBySamples: Bool {
        plainSubtype == kCMVideoCodecType_JPEG || ["vpcC", "dac3", "dec3"].contains { header[$0] != nil }
    }

    /// The shape of a pixel, in lowest terms.
    private var shape: [Int] {
        let key = kCMFormatDescriptionExtension_PixelAspectRatio
        let values = PropertyList.dictionary(extensionValues[key]) ?? [:]
        let sides = [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing,
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing,
        ].map { (values[$0 as String] as? NSNumber)?.intValue ?? 1 }
        guard sides.allSatisfy({ $0 > 0 }), let ratio = PositiveRatio(sides[0], sides[1]) else { return [1, 1] }
        return [ratio.numerator, ratio.denominator]
    }
}
