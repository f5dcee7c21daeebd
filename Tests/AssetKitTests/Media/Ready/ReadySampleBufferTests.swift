import AssetKit
import Foundation
import Testing

@testable import AssetKitMedia

@Suite("Sample buffers that are ready")
struct ReadySampleBufferTests {
    private static let time = CMTime(value: 5, timescale: 1)
    private static let frame = CMTime(value: 1, timescale: 25)

    private static func picture() throws -> CVReadOnlyPixelBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
        return CVReadOnlyPixelBuffer(unsafeBuffer: try #require(buffer))
    }

    private static func pcm() throws -> CMAudioFormatDescription {
        let description = AudioStreamBasicDescription(
            mSampleRate: 48000,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 2,
            mFramesPerPacket: 1,
            mBytesPerFrame: 2,
            mChannelsPerFrame: 1,
            mBitsPerChannel: 16,
            mReserved: 0
        )
        return try CMAudioFormatDescription(audioStreamBasicDescription: description)
    }

    @Test("a picture keeps its times and its pixels, in its own type and in the dynamic one")
    func pictures() throws {
        let ready = CMReadySampleBuffer(
            pixelBuffer: try Self.picture(),
            presentationTimeStamp: Self.time,
            duration: Self.frame
        )
        #expect(ready.contentType == .pixelBuffer)
        #expect(ready.presentationTimeStamp == Self.time)
        #expect(ready.duration == Self.frame)
        #expect(!ready.decodeTimeStamp.isValid)
        #expect(ready.formatDescription?.dimensions.width == 16)
        #expect(ready.content.pixelFormatType == kCVPixelFormatType_32BGRA)
        #expect(ready.content.akWithPlane(0) { $0.byteCount } ?? 0 >= 16 * 8 * 4)

        let dynamic = CMReadySampleBuffer<CMSampleBuffer.DynamicContent>(ready)
        guard case .pixelBuffer(let picture) = dynamic.content else {
            Issue.record("it holds a picture")
            return
        }
        #expect(picture.withUnsafeBuffer(CVPixelBufferGetHeight) == 8)
        #expect(CMReadySampleBuffer<CVReadOnlyPixelBuffer>(dynamic)?.presentationTimeStamp == Self.time)
        #expect(CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>(dynamic) == nil)
        #expect(CMReadySampleBuffer<Never>(dynamic) == nil)
        #expect(CMReadySampleBuffer<CMSampleDataReference>(dynamic) == nil)
    }

    @Test("sound counts its samples and parts into single ones")
    func sound() throws {
        let bytes = try CMReadOnlyDataBlockBuffer(Data((0..<20).map { UInt8($0) }))
        #expect(bytes.count == 20)
        let ready = CMReadySampleBuffer(
            audioDataBuffer: bytes,
            formatDescription: try Self.pcm(),
            sampleCount: 10,
            presentationTimeStamp: Self.time
        )
        #expect(ready.sampleCount == 10)
        #expect(ready.totalSampleSize == 20)
        #expect(ready.duration == CMTime(value: 10, timescale: 48000))
        let format: CMFormatDescription = ready.formatDescription
        #expect(format.mediaType == .audio)
        #expect(try ready.content.dataBytes().last == 19)
        let singles = ready.splitSamples()
        #expect(singles.count == 10)
        #expect(singles[3].presentationTimeStamp == Self.time + CMTime(value: 3, timescale: 48000))
        #expect(try singles[3].content.withUnsafeBytes { Array($0) } == [6, 7])
    }

    @Test("a marker has a moment and nothing else")
    func markers() throws {
        let marker = CMReadySampleBuffer<Never>(markerAt: Self.time, duration: Self.frame)
        #expect(marker.contentType == .markerOnly)
        #expect(marker.markerTimeStamp == Self.time)
        #expect(marker.duration == Self.frame)
        #expect(marker.formatDescription == nil)
        let dynamic = CMReadySampleBuffer<CMSampleBuffer.DynamicContent>(marker)
        guard case .markerOnly = dynamic.content else {
            Issue.record("it holds nothing")
            return
        }
        #expect(dynamic.sampleCount == 0)
        #expect(dynamic.splitSamples().count == 1)
        #expect(CMReadySampleBuffer<Never>(dynamic)?.markerTimeStamp == Self.time)
    }

    @Test("a buffer that says where its bytes lie is a reference")
    func references() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: try Self.pcm(),
            numSamples: 1,
            sampleTimings: [],
            sampleSizes: [2]
        )
        let url = try #require(URL(string: "file:///a.wav"))
        CMSetAttachment(
            buffer,
            key: kCMSampleBufferAttachmentKey_SampleReferenceURL,
            value: url as AnyObject,
            attachmentMode: 0
        )
        CMSetAttachment(
            buffer,
            key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset,
            value: NSNumber(value: 44),
            attachmentMode: 0
        )
        let dynamic = CMReadySampleBuffer(unsafeBuffer: buffer)
        #expect(dynamic.contentType == .sampleReference)
        #expect(
            CMReadySampleBuffer<CMSampleDataReference>(dynamic)?.content
                == CMSampleDataReference(url: url, byteOffset: 44)
        )
    }

    @Test("ready buffers go from task to task")
    func sending() async throws {
        let ready = CMReadySampleBuffer<CMSampleBuffer.DynamicContent>(
            CMReadySampleBuffer(pixelBuffer: try Self.picture(), presentationTimeStamp: Self.time)
        )
        #expect(await Task.detached { ready.presentationTimeStamp }.value == Self.time)
        #expect(ready.withUnsafeSampleBuffer(CMSampleBufferGetNumSamples) == 1)
    }

    @Test("a buffer whose data is not there is a mistake of the program")
    func notReady() async {
        await #expect(processExitsWith: .failure) {
            let buffer = try CMSampleBuffer(
                dataBuffer: nil,
                dataReady: false,
                formatDescription: nil,
                numSamples: 0,
                sampleTimings: [],
                sampleSizes: []
            ) { _ in noErr }
            _ = CMReadySampleBuffer(unsafeBuffer: buffer)
        }
    }
}
