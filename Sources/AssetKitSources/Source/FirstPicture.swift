internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia

/// What the first picture of a track tells that no header does: whether it is interlaced, has captions, is lossless,
/// has alpha.
struct FirstPicture {
    /// How much of a picture is read: messages stand in front of it.
    static let byteCount = 16 << 10

    private(set) var hasCaptions = false
    private(set) var structure: PictureStructure?
    private(set) var isWithoutLoss = false
    private(set) var alpha: VideoFacts.Alpha?
    private let needsStructure: Bool

    /// The codecs whose pictures are worth a look.
    static func isWorthReading(_ track: TrackFacts) -> Bool {
        track.video != nil && [.h264, .hevc, .mpeg2, .av1, .vp9, .gif].contains(track.knownCodec)
    }

    /// Looks at the beginning of the first sample. `record` is the codec's header as the container stores it: what a
    /// sample looks like depends on it. What is damaged tells nothing.
    init(_ sample: ArraySlice<UInt8>, of track: TrackFacts, record: ArraySlice<UInt8>) {
        needsStructure = track.video?.fieldCount == nil
        switch track.knownCodec {
        case .h264: readH264(sample, record)
        case .hevc: readHEVC(sample, record)
        case .mpeg2: readMPEG2(sample)
        case .av1: readAV1(sample, record)
        case .vp9: readVP9(sample)
        case .gif: readGIF(sample)
        default: break
        }
    }

    /// Completes the facts of the track.
    func complete(_ track: inout TrackFacts) {
        track.hasCaptionsInside = track.hasCaptionsInside || hasCaptions
        if isWithoutLoss { track.video?.isWithoutLoss = true }
        if track.video?.alpha == nil { track.video?.alpha = alpha }
        guard let structure else { return }
        var draft = CodecHeaders.Draft(track: track, keepsPixelAspect: true)
        draft.setFields(structure)
        track = draft.track
    }

    // MARK: H.264

    private mutating func readH264(_ sample: ArraySlice<UInt8>, _ record: ArraySlice<UInt8>) {
        let configuration = try? AVCConfiguration(record: record)
        var sets = (configuration?.sequenceParameterSets ?? []).map { $0[...] }
        var pictureSets = (configuration?.pictureParameterSets ?? []).map { $0[...] }
        if configuration == nil { Self.collectH264(AnnexBUnits(record), &sets, &pictureSets) }
        for unit in Self.units(sample, lengthSize: configuration?.lengthSize) {
            guard let kind = try? H264UnitHeader(unit).kind else { continue }
            switch kind {
            case H264UnitHeader.Kind.sequenceParameterSet: sets.insert(unit, at: 0)
            case H264UnitHeader.Kind.pictureParameterSet: pictureSets.insert(unit, at: 0)
            case H264UnitHeader.Kind.supplementalInformation: readH264Messages(unit, sets)
            case H264UnitHeader.Kind.slice, H264UnitHeader.Kind.instantaneousRefreshSlice:
                return readH264Slice(unit, sets, pictureSets)
            default: break
            }
        }
    }

    private static func collectH264(
        _ units: AnnexBUnits,
        _ sets: inout [ArraySlice<UInt8>],
        _ pictureSets: inout [ArraySlice<UInt8>]
    ) {
        for unit in units {
            switch try? H264UnitHeader(unit).kind {
            case H264UnitHeader.Kind.sequenceParameterSet?: sets.append(unit)
            case H264UnitHeader.Kind.pictureParameterSet?: pictureSets.append(unit)
            default: break
            }
        }
    }

    private mutating func readH264Messages(_ unit: ArraySlice<UInt8>, _ sets: [ArraySlice<UInt8>]) {
        guard var messages = try? SupplementalMessages(h264Unit: unit) else { return }
        while let message = try? messages.next() {
            if message.kind == H264PictureTiming.kind {
                guard needsStructure, structure == nil,
                    let set = sets.first.flatMap({ try? H264SequenceParameterSet(unit: $0) }),
                    let usability = set.usability
                else { continue }
                structure = try? H264PictureTiming(message, usability: usability).structure
            } else {
                read(message)
            }
        }
    }

    /// A field picture shows that the track is interlaced; a frame picture leaves it open.
    private mutating func readH264Slice(
        _ unit: ArraySlice<UInt8>,
        _ sets: [ArraySlice<UInt8>],
        _ pictureSets: [ArraySlice<UInt8>]
    ) {
        guard needsStructure, structure == nil, let id = try? H264SliceHeader.parameterSetID(unit: unit) else { return }
        let pictures = pictureSets.lazy.compactMap { try? H264PictureParameterSet(unit: $0) }
        guard let picture = pictures.first(where: { $0.id == id }) else { return }
        let sequences = sets.lazy.compactMap { try? H264SequenceParameterSet(unit: $0) }
        guard let sequence = sequences.first(where: { $0.id == picture.sequenceID }), sequence.scan != .frames,
            let slice = try? H264SliceHeader(unit: unit, sequence: sequence, picture: picture)
        else { return }
        switch slice.structure {
        case .topField: structure = .topField
        case .bottomField: structure = .bottomField
        case .frame: break
        }
    }

    // MARK: Others

    private mutating func readHEVC(_ sample: ArraySlice<UInt8>, _ record: ArraySlice<UInt8>) {
        let configuration = try? HEVCConfiguration(record: record)
        for unit in Self.units(sample, lengthSize: configuration?.lengthSize) {
            guard let kind = try? HEVCUnitHeader(unit).kind else { continue }
            // Slices are numbered first; messages may also come behind them, but these do not hold captions.
            if HEVCUnitHeader.Kind.slices.contains(kind) { return }
            if kind == HEVCUnitHeader.Kind.pictureParameterSet {
                let set = try? HEVCPictureParameterSet(unit: unit)
                if set?.allowsLosslessBlocks == true { isWithoutLoss = true }
            }
            guard kind == HEVCUnitHeader.Kind.prefixInformation,
                var messages = try? SupplementalMessages(hevcUnit: unit)
            else { continue }
            while let message = try? messages.next() { read(message) }
        }
    }

    private mutating func read(_ message: SupplementalMessages.Message) {
        switch try? SupplementalInformation(message) {
        case .registeredUserData(.captions)?: hasCaptions = true
        case .alpha(let isPremultiplied)?: alpha = VideoFacts.Alpha(place: .layer, isPremultiplied: isPremultiplied)
        default: break
        }
    }

    /// User data of the picture begins with the same letters as in a message (ATSC A/53 part 4, 6.2.2).
    private mutating func readMPEG2(_ sample: ArraySlice<UInt8>) {
        for segment in StartCodeSegments(sample) {
            // Slices: the picture itself begins.
            if (1...0xAF).contains(segment.code) { return }
            guard segment.code == 0xB2, segment.payload.starts(with: Array("GA94".utf8) + [3]) else { continue }
            hasCaptions = true
        }
    }

    private mutating func readAV1(_ sample: ArraySlice<UInt8>, _ record: ArraySlice<UInt8>) {
        var sequence = try? AV1Configuration(record: record).sequenceHeader()
        var (rest, hasFrame) = (sample, false)
        while !rest.isEmpty, let unit = try? AV1UnitHead(rest, available: .max) {
            let payload = rest.dropFirst(unit.headerSize).prefix(unit.payloadSize)
            switch unit.kind {
            case AV1Units.Kind.sequenceHeader: sequence = (try? AV1SequenceHeader(payload: payload)) ?? sequence
            case AV1Units.Kind.metadata:
                guard case .registeredUserData(.captions)? = try? AV1Metadata(payload: payload) else { break }
                hasCaptions = true
            // The frame itself need not be here to its end. Of several the first one counts.
            case AV1Units.Kind.frameHeader, AV1Units.Kind.frame:
                guard !hasFrame, let sequence else { break }
                hasFrame = true
                isWithoutLoss = (try? AV1FrameHeader.isLossless(payload: payload, sequence: sequence)) == true
            default: break
            }
            rest = rest.dropFirst(unit.headerSize + unit.payloadSize)
        }
    }

    /// A later picture may lose what the first one has not: then it is only taken for better than it is.
    private mutating func readVP9(_ sample: ArraySlice<UInt8>) {
        // The first frame of several stands at the front.
        isWithoutLoss = (try? VP9FrameHeader.isLossless(frame: sample)) == true
    }

    /// Blocks come before the picture, of which one says that one colour is to be seen through (GIF89a, 23). Pictures
    /// behind the first one use such a colour for what does not change.
    private mutating func readGIF(_ file: ArraySlice<UInt8>) {
        guard file.starts(with: Array("GIF89a".utf8)), let flags = file.dropFirst(10).first else { return }
        var rest = file.dropFirst(13 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)))
        while rest.first == 0x21, let kind = rest.dropFirst().first {
            rest = rest.dropFirst(2)
            if kind == 0xF9, let flags = rest.dropFirst().first, flags & 1 != 0 { alpha = VideoFacts.Alpha() }
            while let count = rest.popFirst(), count > 0 { rest = rest.dropFirst(Int(count)) }
        }
    }

    /// The units of a sample up to and with the first slice, of which the end may be missing.
    private static func units(_ sample: ArraySlice<UInt8>, lengthSize: Int?) -> [ArraySlice<UInt8>] {
        guard let lengthSize else { return Array(AnnexBUnits(sample).prefix(64)) }
        var units: [ArraySlice<UInt8>] = []
        var rest = sample
        while rest.count > lengthSize, units.count < 64 {
            let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(lengthSize)
            units.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return units
    }
}
