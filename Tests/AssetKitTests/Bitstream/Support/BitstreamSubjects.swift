@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitContainers
@testable import AssetKitMedia

extension BitstreamRobustnessTests {
    private typealias Vectors = BitstreamVectors

    static let subjects = h264Subjects + hevcSubjects + otherVideoSubjects + audioSubjects

    private static let h264Subjects = [
        Subject("avcC", Vectors.avcHigh) { bytes throws(BitstreamError) in try readAVC(bytes) },
        Subject("avcC, interlaced", Vectors.avcInterlaced) { bytes throws(BitstreamError) in try readAVC(bytes) },
        Subject("avcC, baseline", Vectors.avcBaseline) { bytes throws(BitstreamError) in try readAVC(bytes) },
        Subject("avcC, lossless", Vectors.avcLossless) { bytes throws(BitstreamError) in try readAVC(bytes) },
        slice("IDR slice", 0), slice("P slice", 1), slice("B slice", 2), slice("reordering slice", 3),
        slice("forgetting slice", 4),
        Subject("interlaced slice", Vectors.avcInterlacedSlice) { bytes throws(BitstreamError) in
            try readSlice(bytes, of: Vectors.avcInterlaced)
        },
        Subject("slice and its sets", Vectors.avcInterlaced) { bytes throws(BitstreamError) in
            try readSlice(Vectors.avcInterlacedSlice, of: bytes)
        },
        Subject("timing", Vectors.avcInterlacedTiming) { bytes throws(BitstreamError) in
            let set = try H264SequenceParameterSet(unit: firstSequence(Vectors.avcInterlaced))
            var messages = try SupplementalMessages(h264Unit: bytes)
            while let message = try messages.next() {
                guard let usability = set.usability else { return }
                _ = try H264PictureTiming(message, usability: usability)
            }
        },
    ]

    private static let hevcSubjects = [
        Subject("hvcC", Vectors.hevcHDR) { bytes throws(BitstreamError) in try readHEVC(bytes) },
        Subject("hvcC, 4:2:2", Vectors.hevc422) { bytes throws(BitstreamError) in try readHEVC(bytes) },
        Subject("hvcC, fields", Vectors.hevcFields) { bytes throws(BitstreamError) in try readHEVC(bytes) },
        Subject("HEVC slice", Vectors.hevc422Slices[1]) { bytes throws(BitstreamError) in
            try readHEVCSlice(bytes, of: Vectors.hevc422)
        },
        Subject("HEVC slice and its sets", Vectors.hevc422) { bytes throws(BitstreamError) in
            try readHEVCSlice(Vectors.hevc422Slices[2], of: bytes)
        },
    ]

    private static let otherVideoSubjects = [
        Subject("av1C", Vectors.av1HDR) { bytes throws(BitstreamError) in
            let configuration = try AV1Configuration(record: bytes)
            let header = try configuration.sequenceHeader()
            _ = try configuration.metadata()
            _ = (header?.profileName, header?.levelName, header?.frameRate)
        },
        Subject("AV1 units", Vectors.av1HDRUnits) { bytes throws(BitstreamError) in try readUnits(bytes) },
        Subject("vpcC", Vectors.vpcProfile3) { bytes throws(BitstreamError) in _ = try VPConfiguration(record: bytes) },
        Subject("VP9", Vectors.vp9KeyProfile3) { bytes throws(BitstreamError) in try readVP9(bytes) },
        Subject("VP9, RGB", Vectors.vp9KeyRGB) { bytes throws(BitstreamError) in try readVP9(bytes) },
        Subject("VP8", Vectors.vp8Key) { bytes throws(BitstreamError) in _ = try VP8FrameHeader(frame: bytes) },
        Subject("MPEG-2", Vectors.mpeg2) { bytes throws(BitstreamError) in
            let header = try MPEG2SequenceHeader(stream: bytes)
            _ = (header.profileName, header.levelName, header.pixelAspectRatio, header.frameRate, header.bitRate)
            _ = try MPEG2PictureHeader(stream: bytes)
        },
        Subject("MPEG-1", Vectors.mpeg1) { bytes throws(BitstreamError) in
            let header = try MPEG2SequenceHeader(stream: bytes)
            _ = (header.pixelAspectRatio, header.frameRate, header.bitRate)
        },
        Subject("MPEG-4", Vectors.esdsMPEG4) { bytes throws(BitstreamError) in
            let descriptor = try ElementaryStreamDescriptor(record: bytes)
            let header = try MPEG4VideoHeader(stream: (descriptor.decoderConfiguration ?? [])[...])
            _ = (header.profileName, header.level, header.layer.frameRate, header.layer.timeIncrementBits)
        },
    ]

    private static let audioSubjects = [
        Subject("AAC", Vectors.esdsStereo) { bytes throws(BitstreamError) in try readAAC(bytes) },
        Subject("AAC, octagonal", Vectors.esdsOctagonal) { bytes throws(BitstreamError) in try readAAC(bytes) },
        Subject("ADTS", Vectors.adts) { bytes throws(BitstreamError) in _ = try ADTSHeader(bytes).channelCount },
        Subject("dac3", Vectors.dac3) { bytes throws(BitstreamError) in _ = try AC3Configuration(record: bytes) },
        Subject("dec3", Vectors.dec3) { bytes throws(BitstreamError) in
            _ = try EnhancedAC3Configuration(record: bytes).substreams.map(\.channelCount)
        },
        Subject("AC-3", Vectors.ac3Frame) { bytes throws(BitstreamError) in _ = try AC3FrameHeader(bytes) },
        Subject("E-AC-3", Vectors.eac3Frame) { bytes throws(BitstreamError) in _ = try EnhancedAC3FrameHeader(bytes) },
        Subject("E-AC-3, a sample", Vectors.eac3Frame) { bytes throws(BitstreamError) in
            _ = try EnhancedAC3Configuration(sample: bytes).record
        },
        Subject("dOps", Vectors.dOpsSurround) { bytes throws(BitstreamError) in _ = try OpusHeader(record: bytes) },
        Subject("OpusHead", Vectors.opusHeadSurround) { bytes throws(BitstreamError) in
            _ = try OpusHeader(packet: bytes)
        },
    ]
}

// MARK: Reading all there is

private func slice(_ name: String, _ index: Int) -> BitstreamRobustnessTests.Subject {
    BitstreamRobustnessTests.Subject(name, BitstreamVectors.avcHighSlices[index]) { bytes throws(BitstreamError) in
        try readSlice(bytes, of: BitstreamVectors.avcHigh)
    }
}

private func firstSequence(_ record: ArraySlice<UInt8>) throws(BitstreamError) -> ArraySlice<UInt8> {
    (try AVCConfiguration(record: record).sequenceParameterSets.first ?? [])[...]
}

private func readAVC(_ record: ArraySlice<UInt8>) throws(BitstreamError) {
    let configuration = try AVCConfiguration(record: record)
    _ = (configuration.profile.name, configuration.profile.levelName)
    for unit in configuration.sequenceParameterSets {
        let set = try H264SequenceParameterSet(unit: unit[...])
        _ = (set.frameRate, set.maximumReorderFrames, set.maximumDecodedFrames, set.codedSize)
    }
    for unit in configuration.pictureParameterSets { _ = try H264PictureParameterSet(unit: unit[...]) }
}

private func readSlice(_ slice: ArraySlice<UInt8>, of record: ArraySlice<UInt8>) throws(BitstreamError) {
    _ = try H264SliceHeader.parameterSetID(unit: slice)
    let configuration = try AVCConfiguration(record: record)
    let sequence = try H264SequenceParameterSet(unit: firstSequence(record))
    let picture = try H264PictureParameterSet(unit: (configuration.pictureParameterSets.first ?? [])[...])
    _ = try H264SliceHeader(unit: slice, sequence: sequence, picture: picture)
}

private func readHEVC(_ record: ArraySlice<UInt8>) throws(BitstreamError) {
    let configuration = try HEVCConfiguration(record: record)
    _ = (configuration.profile.name, configuration.profile.levelName)
    for unit in configuration.videoParameterSets { _ = try HEVCVideoParameterSet(unit: unit[...]) }
    for unit in configuration.sequenceParameterSets {
        let set = try HEVCSequenceParameterSet(unit: unit[...])
        _ = (set.pictureRate, set.treeBlockCount)
    }
    for unit in configuration.pictureParameterSets { _ = try HEVCPictureParameterSet(unit: unit[...]) }
    for unit in configuration.units(of: HEVCUnitHeader.Kind.prefixInformation) {
        var messages = try SupplementalMessages(hevcUnit: unit[...])
        while let message = try messages.next() { _ = try SupplementalInformation(message) }
    }
}

private func readHEVCSlice(_ slice: ArraySlice<UInt8>, of record: ArraySlice<UInt8>) throws(BitstreamError) {
    _ = try HEVCSliceHeader.parameterSetID(unit: slice)
    let configuration = try HEVCConfiguration(record: record)
    let sequence = try HEVCSequenceParameterSet(unit: (configuration.sequenceParameterSets.first ?? [])[...])
    let picture = try HEVCPictureParameterSet(unit: (configuration.pictureParameterSets.first ?? [])[...])
    _ = try HEVCSliceHeader(unit: slice, sequence: sequence, picture: picture)
}

private func readUnits(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
    var units = AV1Units(bytes)
    var sequence: AV1SequenceHeader?
    var count = 0
    while let unit = try units.next() {
        count += 1
        switch unit.kind {
        case AV1Units.Kind.sequenceHeader: sequence = try AV1SequenceHeader(payload: unit.payload)
        case AV1Units.Kind.metadata: _ = try AV1Metadata(payload: unit.payload)
        default:
            if let sequence { _ = try AV1FrameHeader(payload: unit.payload, sequence: sequence) }
        }
    }
    guard count > 0 else { throw .endOfData }
}

private func readVP9(_ sample: ArraySlice<UInt8>) throws(BitstreamError) {
    for frame in try VP9Superframe.frames(of: sample) { _ = try VP9FrameHeader(frame: frame) }
}

private func readAAC(_ record: ArraySlice<UInt8>) throws(BitstreamError) {
    let descriptor = try ElementaryStreamDescriptor(record: record)
    let configuration = try AudioSpecificConfig((descriptor.decoderConfiguration ?? [])[...])
    _ = (configuration.profileName, configuration.channelCount, configuration.outputSampleRate)
}

extension HEVCConfiguration {
    var videoParameterSets: [[UInt8]] { units(of: HEVCUnitHeader.Kind.videoParameterSet) }
}
