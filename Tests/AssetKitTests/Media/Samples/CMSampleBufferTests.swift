import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("CMSampleBuffer")
struct CMSampleBufferTests {
    private func time(_ value: Int64, _ scale: Int32 = 30) -> CMTime { CMTime(value: value, timescale: scale) }

    private func timing(_ presentation: Int64, decode: Int64? = nil) -> CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: time(1),
            presentationTimeStamp: time(presentation),
            decodeTimeStamp: decode.map { time($0) } ?? .invalid
        )
    }

    /// Three compressed samples of 1, 2 and 3 bytes, shown in another order than decoded.
    private func video() throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: Data([1, 2, 2, 3, 3, 3])),
            formatDescription: try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16),
            numSamples: 3,
            sampleTimings: [timing(10, decode: 8), timing(12, decode: 9), timing(11, decode: 10)],
            sampleSizes: [1, 2, 3]
        )
    }

    private func picture(_ sampleTiming: CMSampleTimingInfo) throws -> CMSampleBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &made)
        let image = try #require(made)
        let format = try CMFormatDescription(imageBuffer: image)
        return try CMSampleBuffer(imageBuffer: image, formatDescription: format, sampleTiming: sampleTiming)
    }

    @Test("times and sizes of several samples add up")
    func several() throws {
        let buffer = try video()
        #expect(CMSampleBufferGetNumSamples(buffer) == 3 && buffer.totalSampleSize == 6)
        #expect(buffer.presentationTimeStamp == time(10) && buffer.decodeTimeStamp == time(8))
        #expect(buffer.duration == time(3) && buffer.sampleSize(at: 2) == 3 && buffer.sampleSize(at: 3) == 0)
        #expect(try buffer.sampleTimingInfo(at: 2).presentationTimeStamp == time(11))
        #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 3) }
        #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: -1) }
        var needed = 0
        #expect(
            CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed)
                == noErr && needed == 3
        )
        var sizes = [Int](repeating: 0, count: 2)
        #expect(
            CMSampleBufferGetSampleSizeArray(buffer, entryCount: 2, arrayToFill: &sizes, entriesNeededOut: nil)
                == kCMSampleBufferError_ArrayTooSmall
        )
    }

    @Test("one timing and one size stand for all samples")
    func oneEntry() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 1000,
            sampleTimings: [timing(5, decode: 4)],
            sampleSizes: [4]
        )
        #expect(buffer.duration == time(1000) && buffer.totalSampleSize == 4000)
        #expect(try buffer.sampleTimingInfo(at: 999) == timing(1004, decode: 1003))
        #expect(try buffer.sampleTimingInfos().count == 1)
    }

    @Test("a marker carries attachments only")
    func marker() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 0,
            sampleTimings: [],
            sampleSizes: []
        )
        #expect(buffer.dataBuffer == nil && buffer.imageBuffer == nil && buffer.numSamples == 0)
        #expect(!buffer.duration.isValid && !buffer.presentationTimeStamp.isValid && buffer.totalSampleSize == 0)
        #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleTimingInfo) { try buffer.sampleTimingInfos() }
        #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) { try buffer.sampleSizes() }
        CMSetAttachment(buffer, key: kCMSampleBufferAttachmentKey_EmptyMedia, value: kCFBooleanTrue, attachmentMode: 1)
        #expect(buffer.attachments[kCMSampleBufferAttachmentKey_EmptyMedia] != nil)
        #expect(Array(try buffer.singleSampleBuffers()).isEmpty)
    }

    @Test(
        "counts, sizes and times that make no sense are refused",
        arguments: [(-1, 0, 0), (3, 2, 1), (3, 1, 2), (0, 2, 0), (Int.max, 1, 1), (Int.min, 1, 1)]
    )
    func hostileCounts(samples: Int, timings: Int, sizes: Int) {
        let infos = [timing(0), timing(1), timing(2)]
        let bytes = [8, 8, 8]
        var made: CMSampleBuffer?
        let result = CMSampleBufferCreateReady(
            allocator: nil,
            dataBuffer: nil,
            formatDescription: nil,
            sampleCount: samples,
            sampleTimingEntryCount: timings,
            sampleTimingArray: infos,
            sampleSizeEntryCount: sizes,
            sampleSizeArray: bytes,
            sampleBufferOut: &made
        )
        #expect([kCMSampleBufferError_InvalidEntryCount, kCMSampleBufferError_InvalidSampleData].contains(result))
        #expect(made == nil)
    }

    @Test("a negative size or duration is refused")
    func hostileValues() {
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) {
            try CMSampleBuffer(
                dataBuffer: nil,
                formatDescription: nil,
                numSamples: 1,
                sampleTimings: [],
                sampleSizes: [-1]
            )
        }
        let backward = CMSampleTimingInfo(duration: time(-1), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        #expect(throws: CMSampleBuffer.Error.sampleTimingInfoInvalid) {
            try CMSampleBuffer(
                dataBuffer: nil,
                formatDescription: nil,
                numSamples: 1,
                sampleTimings: [backward],
                sampleSizes: []
            )
        }
    }

    @Test("a picture's buffer holds the picture and no bytes")
    func pictures() throws {
        let buffer = try picture(timing(3))
        #expect(buffer.imageBuffer != nil && buffer.dataBuffer == nil && buffer.numSamples == 1)
        let other = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 8)
        let image = try #require(buffer.imageBuffer)
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
            try CMSampleBuffer(imageBuffer: image, formatDescription: other, sampleTiming: timing(0))
        }
        #expect(throws: CMSampleBuffer.Error.alreadyHasDataBuffer) { try buffer.setDataBuffer(CMBlockBuffer()) }
        #expect(throws: CMSampleBuffer.Error.invalidMediaTypeForOperation) {
            try buffer.audioStreamPacketDescriptions()
        }
    }

    @Test("samples become buffers of their own that share the bytes")
    func singles() throws {
        let buffer = try video()
        buffer.sampleAttachments[1][.notSync] = true
        let singles = Array(try buffer.singleSampleBuffers())
        #expect(try singles.map { try $0.dataBuffer?.dataBytes() } == [Data([1]), Data([2, 2]), Data([3, 3, 3])])
        #expect(singles.map(\.presentationTimeStamp) == [time(10), time(12), time(11)])
        #expect(singles.map { $0.sampleAttachments[0][.notSync] as? Bool } == [nil, true, nil])
        try singles[2].dataBuffer?.fillDataBytes(with: 9)
        #expect(try buffer.dataBuffer?.dataBytes() == Data([1, 2, 2, 9, 9, 9]))
        var seen = 0
        let result = CMSampleBufferCallBlockForEachSample(buffer) { _, index in
            seen += 1
            return index == 1 ? 7 : noErr
        }
        #expect(result == 7 && seen == 2)
    }

    @Test("ranges outside the samples and data that is too short are errors")
    func hostileRanges() throws {
        let buffer = try video()
        for range in [
            CFRange(location: -1, length: 1), .init(location: 2, length: 2), .init(location: .max, length: .max),
            CFRange(),
        ] {
            var made: CMSampleBuffer?
            #expect(
                CMSampleBufferCopySampleBufferForRange(
                    allocator: nil,
                    sampleBuffer: buffer,
                    sampleRange: range,
                    sampleBufferOut: &made
                )
                    == kCMSampleBufferError_SampleIndexOutOfRange
            )
        }
        let short = try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: Data([1])),
            formatDescription: nil,
            numSamples: 2,
            sampleTimings: [],
            sampleSizes: [5]
        )
        #expect(throws: (any Error).self) { try CMSampleBuffer(copying: short, forRange: 1..<2) }
        let unsized = try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: Data([1])),
            formatDescription: nil,
            numSamples: 2,
            sampleTimings: [],
            sampleSizes: []
        )
        #expect(throws: CMSampleBuffer.Error.cannotSubdivide) { try unsized.singleSampleBuffers() }
    }

    @Test("a copy shares the data, takes along what travels, and may have other times")
    func copies() throws {
        let buffer = try video()
        CMSetAttachment(buffer, key: "a", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        CMSetAttachment(buffer, key: "b", value: 2, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        let copy = try CMSampleBuffer(copying: buffer, withNewTiming: [timing(100)])
        #expect(copy.dataBuffer === buffer.dataBuffer && copy.presentationTimeStamp == time(100))
        #expect(copy.attachments["a"] != nil && copy.attachments["b"] == nil)
        #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
            try CMSampleBuffer(copying: buffer, withNewTiming: [timing(1), timing(2)])
        }
        #expect(!(try CMSampleBuffer(copying: buffer, withNewTiming: [])).presentationTimeStamp.isValid)
    }

    @Test("output times subtract what is trimmed and follow the speed")
    func outputTimes() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 10,
            sampleTimings: [timing(30, decode: 29)],
            sampleSizes: []
        )
        #expect(buffer.outputPresentationTimeStamp == time(30) && buffer.outputDuration == time(10))
        func attach(_ key: CFString, _ value: Any) {
            CMSetAttachment(buffer, key: key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        attach(kCMSampleBufferAttachmentKey_TrimDurationAtStart, CMTimeCopyAsDictionary(time(2), allocator: nil) as Any)
        attach(kCMSampleBufferAttachmentKey_TrimDurationAtEnd, CMTimeCopyAsDictionary(time(4), allocator: nil) as Any)
        #expect(buffer.outputPresentationTimeStamp == time(32) && buffer.outputDuration == time(4))
        attach(kCMSampleBufferAttachmentKey_SpeedMultiplier, 2.0)
        #expect(buffer.outputDuration == time(2) && buffer.outputDecodeTimeStamp == CMTime(value: 63, timescale: 60))
        try buffer.setOutputPresentationTimeStamp(time(100))
        #expect(buffer.outputPresentationTimeStamp == time(100))
        #expect(try buffer.outputSampleTimingInfos()[0].duration == CMTime(value: 1, timescale: 60))
        try buffer.setOutputPresentationTimeStamp(.invalid)
        attach(kCMSampleBufferAttachmentKey_Reverse, true)
        #expect(buffer.outputPresentationTimeStamp == time(34))
        attach(kCMSampleBufferAttachmentKey_SpeedMultiplier, 0)
        attach(kCMSampleBufferAttachmentKey_TrimDurationAtStart, "nonsense")
        #expect(buffer.outputDuration == time(6))
    }

    @Test("the dictionaries of samples are live objects that clients cast")
    func sampleDictionaries() throws {
        let buffer = try video()
        #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) == nil)
        buffer.sampleAttachments[0][.dependsOnOthers] = false
        let array = try #require(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
        #expect(array.count == 3)
        (array as? [NSMutableDictionary])?[2][kCMSampleAttachmentKey_NotSync] = true
        #expect(buffer.sampleAttachments[2][.notSync] as? Bool == true)
        let plain = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) as? [[CFString: Any]]
        #expect(plain?[0][kCMSampleAttachmentKey_DependsOnOthers] as? Bool == false)
        buffer.sampleAttachments[2] = buffer.sampleAttachments[0]
        #expect(buffer.sampleAttachments[2][.notSync] == nil && Array(buffer.sampleAttachments[2]).count == 1)
        buffer.sampleAttachments[0][.dependsOnOthers] = nil
        #expect(Array(buffer.sampleAttachments[0]).isEmpty)
    }

    @Test("data that comes later is asked for, and followers are ready with it")
    func readiness() throws {
        var asked = 0
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 1,
            sampleTimings: [timing(0)],
            sampleSizes: [2]
        ) { buffer in
            asked += 1
            return status { try buffer.setDataBuffer(try CMBlockBuffer(copying: Data([1, 2]))) }
        }
        let copy = try CMSampleBuffer(copying: buffer)
        #expect(buffer.dataReadiness == .notReady && !CMSampleBufferDataIsReady(copy))
        try copy.makeDataReady()
        #expect(asked == 1 && buffer.dataReadiness == .ready && copy.dataReadiness == .ready)
        #expect(try copy.dataBuffer?.dataBytes() == Data([1, 2]))
        try buffer.makeDataReady()
        #expect(asked == 1)
        let several = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 2,
            sampleTimings: [],
            sampleSizes: [1]
        ) { _ in noErr }
        #expect(throws: CMSampleBuffer.Error.bufferNotReady) { try CMSampleBuffer(copying: several, forRange: 0..<1) }
        #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) { try buffer.trackDataReadiness(copy) }
    }

    @Test("data that fails stays failed, and says why")
    func failure() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 1,
            sampleTimings: [],
            sampleSizes: []
        ) { _ in -5 }
        #expect(CMSampleBufferMakeDataReady(buffer) == -5)
        #expect(CMSampleBufferSetDataFailed(buffer, status: -9) == noErr)
        var reason: OSStatus = 0
        #expect(CMSampleBufferHasDataFailed(buffer, statusOut: &reason) && reason == -9)
        #expect(CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_DataFailed)
        #expect(CMSampleBufferSetDataReady(buffer) != noErr)
    }

    @Test("invalidating drops the contents and runs the handler once")
    func invalidating() throws {
        let buffer = try video()
        var calls = 0
        #expect(CMSampleBufferSetInvalidateHandler(buffer) { _ in calls += 1 } == noErr)
        #expect(CMSampleBufferInvalidate(buffer) == noErr && CMSampleBufferInvalidate(buffer) == noErr)
        #expect(calls == 1 && !buffer.isValid && buffer.dataBuffer == nil)
        #expect(buffer.presentationTimeStamp == time(10))
        #expect(CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_Invalidated)
        #expect(throws: CMSampleBuffer.Error.invalidated) { try CMSampleBuffer(copying: buffer) }
    }
}
