import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("The format of encoded media")
struct EncodedFormatTests {
    private func atoms(_ format: CMFormatDescription) -> [String: Data] {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        return format.extensionValues[key] as? [String: Data] ?? [:]
    }

    @Test("has parameter sets that say what the pictures are")
    func parameterSets() throws {
        for test in EncoderCase.all.prefix(4) {
            let format = try PictureEncoder(test.encoding).format
            #expect(format.nalUnitHeaderLength == 4)
            let sets = Array(format.parameterSets)
            let again =
                try test.codec == .h264
                ? CMFormatDescription(h264ParameterSets: sets) : CMFormatDescription(hevcParameterSets: sets)
            #expect(again.dimensions == format.dimensions)
            #expect(again.mediaSubType == format.mediaSubType)
            #expect(format.dimensions == CMVideoDimensions(width: 272, height: 144))
        }
    }

    @Test("is there from the start, and samples hold no parameter sets")
    func noSetsInBand() throws {
        for test in EncoderCase.all.prefix(4) {
            let encoded = try EncodedPictures.encode(test.encoding, count: 6, test.input)
            for sample in encoded.samples {
                let bytes = Array(try sample.data.dataBytes())
                var place = 0
                while place < bytes.count {
                    let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
                    let kind = test.codec == .h264 ? bytes[place + 4] & 31 : bytes[place + 4] >> 1 & 63
                    #expect(test.codec == .h264 ? ![7, 8, 9].contains(kind) : !(32...35).contains(kind))
                    place += 4 + length
                }
                #expect(place == bytes.count)
                // No encoder puts its name and version in.
                #expect(
                    Data(bytes).range(of: Data("x264".utf8)) == nil && Data(bytes).range(of: Data("x265".utf8)) == nil
                )
            }
        }
    }

    @Test("has records that the readers of files understand")
    func records() throws {
        func encoding(_ codec: PictureEncoding.Codec) throws -> PictureEncoding {
            try #require(EncoderCase.all.first { $0.codec == codec }).encoding
        }
        let av1 = try AV1Configuration(
            record: Array(try #require(atoms(PictureEncoder(encoding(.av1)).format)["av1C"]))[...]
        )
        #expect(try av1.sequenceHeader()?.maximumSize == PictureSize(width: 272, height: 144))
        #expect(av1.bitDepth == 8 && av1.chromaFormat == .yuv420)
        let vp9 = try VPConfiguration(
            record: Array(try #require(atoms(PictureEncoder(encoding(.vp9)).format)["vpcC"]))[...]
        )
        #expect(vp9.bitDepth == 8 && vp9.profile == 0 && vp9.levelName == "1.1")
        let mpeg4 = try #require(atoms(PictureEncoder(encoding(.mpeg4)).format)["esds"])
        let descriptor = try ElementaryStreamDescriptor(record: Array(mpeg4)[...])
        #expect(descriptor.objectTypeIndication == 0x20 && descriptor.decoderConfiguration?.isEmpty == false)
    }

    @Test("has records of sound that the readers of files understand")
    func soundRecords() throws {
        func record(_ codec: SoundEncoding.Codec, _ name: String, count: Int = 2) throws -> ArraySlice<UInt8> {
            let format = try SoundEncoder(SoundEncoding(codec, sampleRate: 48000, channelCount: count)).format
            return Array(try #require(atoms(format)[name]))[...]
        }
        let aac = try ElementaryStreamDescriptor(record: record(.aac, "esds"))
        #expect(aac.objectTypeIndication == 0x40)
        let specific = try AudioSpecificConfig(try #require(aac.decoderConfiguration)[...])
        #expect(specific.sampleRate == 48000)
        let opus = try OpusHeader(record: record(.opus, "dOps"))
        #expect(opus.preSkip == 312 && opus.channelCount == 2)
        let surround = try OpusHeader(record: record(.opus, "dOps", count: 6))
        #expect(surround.channelCount == 6)
        let alac = try AppleLosslessConfig(record(.alac, "alac"))
        #expect(alac.channelCount == 2 && alac.bitDepth == 16 && alac.framesPerPacket == 4096)
        let flac = try FLACStreamInfo(record(.flac, "dfLa"))
        #expect(flac.channelCount == 2 && flac.bitDepth == 16 && flac.sampleRate == 48000)
        let ac3 = try AC3Configuration(record: record(.ac3, "dac3", count: 6))
        #expect(ac3.bitRate == 448_000 && ac3.sampleRate == 48000 && ac3.channels.channelCount == 6)
        let enhanced = try EnhancedAC3Configuration(record: record(.eac3, "dec3"))
        #expect(enhanced.bitRate == 192_000 && enhanced.substreams.first?.channelCount == 2)
    }

    @Test("says colour, shape, part and fields of the pictures")
    func extensions() throws {
        var encoding = EncoderCase.all[0].encoding
        encoding.color = PictureColor(primaries: 9, transfer: 16, matrix: 9)
        encoding.pixelAspect = PictureEncoding.PixelAspect(horizontal: 4, vertical: 3)
        encoding.cleanAperture = PictureEncoding.CleanAperture(width: 260, height: 140, horizontalOffset: 2)
        encoding.fields = .bottomFirst
        let format = try PictureEncoder(encoding).format
        let values = format.extensionValues
        #expect(values[kCMFormatDescriptionExtension_ColorPrimaries] as? String == AVVideoColorPrimaries_ITU_R_2020)
        #expect(
            values[kCMFormatDescriptionExtension_TransferFunction] as? String
                == AVVideoTransferFunction_SMPTE_ST_2084_PQ
        )
        #expect(values[kCMFormatDescriptionExtension_FieldCount] as? Int == 2)
        let shownWidth: CGFloat = 260 * 4 / 3
        #expect(format.presentationDimensions().width.rounded() == shownWidth.rounded())
        #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 8, y: 2, width: 260, height: 140))
        // The stream says the same.
        let set = try H264SequenceParameterSet(unit: Array(try #require(format.parameterSets.first))[...])
        #expect(set.usability?.signal.color.transfer == 16)
    }
}
