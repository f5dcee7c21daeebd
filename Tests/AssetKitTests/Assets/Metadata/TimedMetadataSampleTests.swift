@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Timed metadata in samples")
struct TimedMetadataSampleTests {
    private static let place = "mdta/com.apple.quicktime.location.ISO6709"
    private static let start = CMTime(value: 3, timescale: 1)
    private static let length = CMTime(value: 1, timescale: 2)

    private static func format() throws -> CMMetadataFormatDescription {
        func specification(_ identifier: String, _ type: CFString, _ language: String? = nil) -> [String:
            CFPropertyList]
        {
            var result: [String: CFPropertyList] = [
                kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: identifier,
                kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: type,
            ]
            result[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] = language
            return result
        }
        return try CMMetadataFormatDescription(boxedMetadataSpecifications: [
            specification(place, kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709),
            specification("mdta/com.example.heart-rate", kCMMetadataBaseDataType_SInt16, "de"),
            specification("mdta/com.example.raw", kCMMetadataBaseDataType_RawData),
        ])
    }

    private static func sample(
        _ bytes: [UInt8],
        _ format: CMFormatDescription,
        count: Int = 1
    ) throws -> CMSampleBuffer {
        let block = bytes.isEmpty ? nil : try CMBlockBuffer(length: bytes.count)
        try bytes.withUnsafeBytes { try block?.replaceDataBytes(with: $0) }
        let timing = CMSampleTimingInfo(duration: length, presentationTimeStamp: start, decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: count,
            sampleTimings: [timing],
            sampleSizes: [bytes.count / count]
        )
    }

    private static func box(_ number: UInt32, _ payload: [UInt8]) -> [UInt8] {
        ISOMake.u32(UInt32(payload.count + 8), number) + payload
    }

    @Test("boxed metadata becomes items for the time of the sample")
    func boxed() throws {
        let text = "+48.8577+002.295/"
        let bytes = Self.box(1, Array(text.utf8)) + Self.box(2, [0xff, 0x9c]) + Self.box(3, [1, 2, 3])
        let group = try #require(AVTimedMetadataGroup(sampleBuffer: try Self.sample(bytes, Self.format())))
        #expect(group.timeRange == CMTimeRange(start: Self.start, duration: Self.length))
        #expect(
            group.items.map { $0.identifier?.rawValue } == [
                Self.place, "mdta/com.example.heart-rate", "mdta/com.example.raw",
            ]
        )
        #expect(group.items[0].stringValue == text)
        #expect(group.items[0].commonKey == .commonKeyLocation)
        #expect(group.items[0].dataType == kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709)
        #expect(group.items[1].numberValue == -100)
        #expect(group.items[1].extendedLanguageTag == "de")
        #expect(group.items[2].dataValue == Data([1, 2, 3]))
        #expect(group.items.allSatisfy { $0.time == Self.start && $0.duration == Self.length })
    }

    @Test("a group describes samples that hold its items")
    func description() throws {
        let bytes = Self.box(2, [0, 60]) + Self.box(1, Array("+48/".utf8)) + Self.box(1, Array("+49/".utf8))
        let group = try #require(AVTimedMetadataGroup(sampleBuffer: try Self.sample(bytes, Self.format())))
        let format = try #require(group.copyFormatDescription())
        #expect(format.mediaType == .metadata)
        #expect(format.mediaSubType == .boxed)
        #expect(Set(format.identifiers) == [Self.place, "mdta/com.example.heart-rate"])
        #expect(format.identifiers.count == 2)
        // What the description says is enough to read its samples again.
        let again = try #require(AVTimedMetadataGroup(sampleBuffer: try Self.sample(Self.box(1, [0, 61]), format)))
        #expect(again.items.first?.numberValue == 61)
        #expect(again.items.first?.extendedLanguageTag == "de")
    }

    @Test("items without a name or a type cannot be described")
    func noDescription() {
        let untyped = MetadataItems.mutable(.commonIdentifierTitle, "x" as NSString)
        let unnamed = AVMutableMetadataItem()
        unnamed.dataType = kCMMetadataBaseDataType_UTF8
        for items in [[], [untyped], [unnamed]] {
            #expect(AVTimedMetadataGroup(items: items, timeRange: .zero).copyFormatDescription() == nil)
        }
    }

    @Test("a sample without bytes ends what held before")
    func emptySample() throws {
        let group = try #require(AVTimedMetadataGroup(sampleBuffer: try Self.sample([], Self.format())))
        #expect(group.items.isEmpty)
        #expect(group.timeRange.start == Self.start)
    }

    @Test("keys that nobody explained are left out, damaged samples make no group")
    func damaged() throws {
        let format = try Self.format()
        let unknown = Self.box(9, [1]) + Self.box(2, [0, 1])
        #expect(AVTimedMetadataGroup(sampleBuffer: try Self.sample(unknown, format))?.items.count == 1)
        let whole = Self.box(2, [0, 1]) + Self.box(3, [1, 2])
        for count in [1, 7, 9, 11, 17] {
            #expect(AVTimedMetadataGroup(sampleBuffer: try Self.sample(Array(whole.prefix(count)), format)) == nil)
        }
        #expect(AVTimedMetadataGroup(sampleBuffer: try Self.sample(ISOMake.u32(7, 2, 0), format)) == nil)
        #expect(AVTimedMetadataGroup(sampleBuffer: try Self.sample(ISOMake.u32(0xffff_ffff, 2), format)) == nil)
    }

    @Test("an ID3 tag becomes items")
    func id3() throws {
        let frame = Array("TIT2".utf8) + [0, 0, 0, 6, 0, 0, 3] + Array("Title".utf8)
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let format = try CMMetadataFormatDescription(metadataFormatType: .id3)
        let group = try #require(AVTimedMetadataGroup(sampleBuffer: try Self.sample(tag, format)))
        #expect(group.items.first?.identifier == .id3MetadataTitleDescription)
        #expect(group.items.first?.stringValue == "Title")
        #expect(AVTimedMetadataGroup(sampleBuffer: try Self.sample([1, 2, 3, 4], format)) == nil)
    }

    @Test("other samples make no group")
    func otherSamples() throws {
        let text = try CMFormatDescription(mediaType: .text, mediaSubType: .qt)
        #expect(AVTimedMetadataGroup(sampleBuffer: try Self.sample([0, 1, 65], text)) == nil)
        #expect(
            AVTimedMetadataGroup(sampleBuffer: try Self.sample(Self.box(2, [0, 1]), Self.format(), count: 2)) == nil
        )
        #expect(AVMutableTimedMetadataGroup(sampleBuffer: try Self.sample([], Self.format())) != nil)
    }
}
