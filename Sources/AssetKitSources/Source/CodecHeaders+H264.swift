internal import AssetKitBitstream
internal import AssetKitCore

extension CodecHeaders.Draft {
    mutating func readH264(record: ArraySlice<UInt8>) throws(BitstreamError) {
        let configuration = try AVCConfiguration(record: record)
        guard let unit = configuration.sequenceParameterSets.first else {
            // The parameter sets are in the samples; profile and level are here all the same.
            describe(configuration.profile)
            if let more = configuration.highProfileExtension {
                setSamples(bitDepth: more.lumaBitDepth, chroma: more.chromaFormat)
            }
            return
        }
        describe(try H264SequenceParameterSet(unit: unit[...]))
    }

    /// Parameter sets and messages with start codes.
    mutating func readH264(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        var set: H264SequenceParameterSet?
        for unit in AnnexBUnits(stream) {
            guard let kind = try? H264UnitHeader(unit).kind else { continue }
            switch kind {
            case H264UnitHeader.Kind.sequenceParameterSet where set == nil:
                set = try H264SequenceParameterSet(unit: unit)
            case H264UnitHeader.Kind.supplementalInformation:
                do {
                    try readH264Messages(unit, usability: set?.usability)
                } catch {
                    warnings.append("a message is damaged: \(error)")
                }
            default: break
            }
        }
        guard let set else { throw .endOfData }
        describe(set)
    }

    private mutating func readH264Messages(
        _ unit: ArraySlice<UInt8>,
        usability: H264VideoUsability?
    ) throws(BitstreamError) {
        var messages = try SupplementalMessages(h264Unit: unit)
        while let message = try messages.next() {
            if message.kind == H264PictureTiming.kind, let usability {
                let timing = try H264PictureTiming(message, usability: usability)
                if let structure = timing.structure { setFields(structure) }
            } else {
                apply(try SupplementalInformation(message))
            }
        }
    }

    mutating func apply(_ information: SupplementalInformation) {
        switch information {
        case .masteringDisplay(let display): setMastering(display)
        case .contentLight(let light): setContentLight(light)
        default: break
        }
    }

    private mutating func describe(_ profile: H264Profile) {
        // FFmpeg has one word for High however it is constrained, and leaves out that this one is intra.
        switch profile.name {
        case "Progressive High", "Constrained High": track.profile = "High"
        case "CAVLC 4:4:4 Intra": track.profile = "CAVLC 4:4:4"
        default: track.profile = profile.name
        }
        // Level 1b lies between 1 and 1.1: whoever decodes level 1.1 decodes it, whoever stops at level 1 does not.
        track.level = profile.isLevel1b ? 1.1 : Double(profile.levelIDC) / 10
    }

    private mutating func describe(_ set: H264SequenceParameterSet) {
        describe(set.profile)
        setGeometry(set.displaySize, pixelAspect: set.usability?.signal.pixelAspectRatio)
        setSamples(bitDepth: set.chroma.lumaBitDepth, chroma: set.chroma.format)
        if let signal = set.usability?.signal { setColor(signal.color) }
        setFrameRate(set.frameRate)
        if set.chroma.bypassesTransform { track.video?.isWithoutLoss = true }
        if set.scan == .frames { setFields(count: 1) }
        // Only what bitstream restrictions say counts: without them the standard assumes the worst, which is no fact.
        setReordering(set.usability?.restriction.map { $0.maximumReorderFrames > 0 })
    }
}
