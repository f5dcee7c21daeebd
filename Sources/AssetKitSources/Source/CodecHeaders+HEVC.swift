internal import AssetKitBitstream
internal import AssetKitCore

extension CodecHeaders.Draft {
    mutating func readHEVC(record: ArraySlice<UInt8>) throws(BitstreamError) {
        let configuration = try HEVCConfiguration(record: record)
        let messages =
            configuration.units(of: HEVCUnitHeader.Kind.prefixInformation)
            + configuration.units(of: HEVCUnitHeader.Kind.suffixInformation)
        guard let unit = configuration.sequenceParameterSets.first else {
            describe(configuration.profile)
            setSamples(bitDepth: configuration.lumaBitDepth, chroma: configuration.chromaFormat)
            readHEVCMessages(messages.map { $0[...] }, usability: nil)
            return
        }
        let set = try HEVCSequenceParameterSet(unit: unit[...])
        let transfer = readHEVCMessages(messages.map { $0[...] }, usability: set.usability)
        describe(set, alternativeTransfer: transfer)
        noteLosslessness(configuration.pictureParameterSets.map { $0[...] })
    }

    /// Parameter sets and messages with start codes.
    mutating func readHEVC(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        var set: HEVCSequenceParameterSet?
        var (pictureSets, messages): ([ArraySlice<UInt8>], [ArraySlice<UInt8>]) = ([], [])
        for unit in AnnexBUnits(stream) {
            guard let header = try? HEVCUnitHeader(unit), header.layer == 0 else { continue }
            switch header.kind {
            case HEVCUnitHeader.Kind.sequenceParameterSet where set == nil:
                set = try HEVCSequenceParameterSet(unit: unit)
            case HEVCUnitHeader.Kind.pictureParameterSet: pictureSets.append(unit)
            case HEVCUnitHeader.Kind.prefixInformation, HEVCUnitHeader.Kind.suffixInformation:
                messages.append(unit)
            default: break
            }
        }
        guard let set else { throw .endOfData }
        let transfer = readHEVCMessages(messages, usability: set.usability)
        describe(set, alternativeTransfer: transfer)
        noteLosslessness(pictureSets)
    }

    /// A parameter set that allows lossless blocks (transquant_bypass_enabled_flag) is taken to mean that all blocks
    /// are lossless. x265 writes it for pictures without loss, and where it is told to choose block by block, which
    /// none of its presets does. Pictures that are taken for lossless by mistake come out the same when they are
    /// encoded again, only larger; the other mistake would change them. What is damaged tells nothing.
    private mutating func noteLosslessness(_ pictureSets: [ArraySlice<UInt8>]) {
        let sets = pictureSets.lazy.compactMap { try? HEVCPictureParameterSet(unit: $0) }
        if sets.contains(where: \.allowsLosslessBlocks) { track.video?.isWithoutLoss = true }
    }

    /// Applies messages and returns the transfer function that they prefer.
    @discardableResult
    private mutating func readHEVCMessages(_ units: [ArraySlice<UInt8>], usability: HEVCVideoUsability?) -> UInt8? {
        var transfer: UInt8?
        for unit in units {
            do {
                try readHEVCMessages(unit, usability: usability, transfer: &transfer)
            } catch {
                warnings.append("a message is damaged: \(error)")
            }
        }
        return transfer
    }

    private mutating func readHEVCMessages(
        _ unit: ArraySlice<UInt8>,
        usability: HEVCVideoUsability?,
        transfer: inout UInt8?
    ) throws(BitstreamError) {
        var messages = try SupplementalMessages(hevcUnit: unit)
        while let message = try messages.next() {
            if message.kind == HEVCPictureTiming.kind {
                guard let usability else { continue }
                let timing = try HEVCPictureTiming(message, usability: usability)
                if let structure = timing.structure { setFields(structure) }
                continue
            }
            let information = try SupplementalInformation(message)
            if case .alternativeTransfer(let value) = information { transfer = value }
            if case .alpha(let isPremultiplied) = information { setAlpha(.layer, isPremultiplied: isPremultiplied) }
            apply(information)
        }
    }

    private mutating func describe(_ profile: HEVCProfile) {
        // FFmpeg has one word for the many profiles of the range extensions.
        track.profile = profile.profileIDC == 4 ? "Rext" : profile.name
        track.level = Double(profile.levelIDC) / 30
    }

    private mutating func describe(_ set: HEVCSequenceParameterSet, alternativeTransfer: UInt8?) {
        describe(set.profile)
        setGeometry(set.displaySize, pixelAspect: set.usability?.signal.pixelAspectRatio)
        setSamples(bitDepth: set.lumaBitDepth, chroma: set.chromaFormat)
        setColor(set.usability?.signal.color ?? .unspecified, alternativeTransfer: alternativeTransfer)
        // What is not said is the range of video (E.3.1, video_full_range_flag).
        setColor(ColorDescription(isFullRange: false))
        let areFields = set.usability?.isFieldSequence == true
        if let rate = set.pictureRate {
            setFrameRate(PositiveRatio(rate.numerator, rate.denominator * (areFields ? 2 : 1)))
        }
        if areFields {
            setFields(count: 2)
        } else if set.profile.isProgressiveSource != set.profile.isInterlacedSource {
            setFields(count: set.profile.isProgressiveSource ? 1 : 2)
        }
        setReordering(set.ordering.maximumReorderPictures > 0)
    }
}
