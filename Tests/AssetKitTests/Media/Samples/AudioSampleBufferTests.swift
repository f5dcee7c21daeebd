import Testing

@testable import AssetKit
@testable import AssetKitMedia

@Suite("CMSampleBuffer of sound")
struct AudioSampleBufferTests {
    private func pcm(channels: UInt32 = 2, separate: Bool = false, rate: Double = 44_100) throws -> CMFormatDescription
    {
        let separateFlag = separate ? kAudioFormatFlagIsNonInterleaved : 0
        let bytes = separate ? 2 : 2 * channels
        return try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: rate,
                mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | separateFlag,
                mBytesPerPacket: bytes,
                mFramesPerPacket: 1,
                mBytesPerFrame: bytes,
                mChannelsPerFrame: channels,
                mBitsPerChannel: 16,
                mReserved: 0
            )
        )
    }

    private func aac(framesPerPacket: UInt32 = 1024) throws -> CMFormatDescription {
        try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: 48_000,
                mFormatID: kAudioFormatMPEG4AAC,
                mFormatFlags: 0,
                mBytesPerPacket: 0,
                mFramesPerPacket: framesPerPacket,
                mBytesPerFrame: 0,
                mChannelsPerFrame: 2,
                mBitsPerChannel: 0,
                mReserved: 0
            )
        )
    }

    private func packet(_ start: Int64, _ size: UInt32, frames: UInt32 = 0) -> AudioStreamPacketDescription {
        AudioStreamPacketDescription(mStartOffset: start, mVariableFramesInPacket: frames, mDataByteSize: size)
    }

    /// Frames counted up, left even and right odd.
    private func samples(_ format: CMFormatDescription, frames: Int, separate: Bool = false) throws -> CMSampleBuffer {
        let values = (0..<Int16(frames)).flatMap { [2 * $0, 2 * $0 + 1] }
        let ordered = separate ? values.filter { $0 % 2 == 0 } + values.filter { $0 % 2 == 1 } : values
        let data = ordered.withUnsafeBytes { Data($0) }
        return try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: data),
            formatDescription: format,
            numSamples: frames,
            presentationTimeStamp: CMTime(value: 100, timescale: 44_100),
            packetDescriptions: []
        )
    }

    @Test("PCM has one sample a frame, timed by the rate")
    func pcmTiming() throws {
        let buffer = try samples(try pcm(), frames: 441)
        #expect(buffer.duration == CMTime(value: 441, timescale: 44_100) && buffer.totalSampleSize == 1764)
        #expect(try buffer.sampleTimingInfo(at: 10).presentationTimeStamp == CMTime(value: 110, timescale: 44_100))
        #expect(try buffer.audioStreamPacketDescriptions().isEmpty)
        let part = try CMSampleBuffer(copying: buffer, forRange: 2..<4)
        #expect(part.presentationTimeStamp == CMTime(value: 102, timescale: 44_100))
        #expect(try part.dataBuffer?.dataBytes() == Data([4, 0, 5, 0, 6, 0, 7, 0]))
    }

    @Test("interleaved sound is one audio buffer, separate channels are several", arguments: [false, true])
    func bufferLists(separate: Bool) throws {
        let buffer = try samples(try pcm(separate: separate), frames: 6, separate: separate)
        var needed = 0
        func get(
            _ list: UnsafeMutablePointer<AudioBufferList>?,
            _ size: Int,
            _ block: UnsafeMutablePointer<CMBlockBuffer?>?
        ) -> OSStatus {
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                buffer,
                bufferListSizeNeededOut: &needed,
                bufferListOut: list,
                bufferListSize: size,
                blockBufferAllocator: nil,
                blockBufferMemoryAllocator: nil,
                flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
                blockBufferOut: block
            )
        }
        #expect(get(nil, 0, nil) == noErr && needed == (separate ? 40 : 24))
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var block: CMBlockBuffer?
        #expect(get(list.unsafeMutablePointer, needed - 1, &block) == kCMSampleBufferError_ArrayTooSmall)
        #expect(get(list.unsafeMutablePointer, needed, &block) == noErr && block != nil)
        #expect(list.count == (separate ? 2 : 1))
        #expect(list.allSatisfy { UInt(bitPattern: $0.mData) % 16 == 0 })
        let last = UnsafeMutableBufferPointer<Int16>(list[list.count - 1])
        #expect(Array(last) == (separate ? [1, 3, 5, 7, 9, 11] : Array(0...11)))
    }

    @Test("frames are copied into a client's buffers")
    func copyPCM() throws {
        let buffer = try samples(try pcm(separate: true), frames: 6, separate: true)
        var left = [Int16](repeating: 0, count: 2)
        var right = left
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                list[0] = AudioBuffer(left, numberOfChannels: 1)
                list[1] = AudioBuffer(right, numberOfChannels: 1)
                func copy(_ offset: Int32, _ count: Int32) -> OSStatus {
                    CMSampleBufferCopyPCMDataIntoAudioBufferList(
                        buffer,
                        at: offset,
                        frameCount: count,
                        into: list.unsafeMutablePointer
                    )
                }
                #expect(copy(3, 2) == noErr)
                #expect(copy(3, 3) == kCMSampleBufferError_ArrayTooSmall)
                #expect(copy(5, 2) == kCMSampleBufferError_SampleIndexOutOfRange)
                #expect(copy(-1, 2) == kCMSampleBufferError_SampleIndexOutOfRange)
            }
        }
        #expect(left == [6, 8] && right == [7, 9])
    }

    @Test("a range of separate channels takes a piece of each")
    func separateRanges() throws {
        let buffer = try samples(try pcm(separate: true), frames: 6, separate: true)
        let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
        #expect(try part.dataBuffer?.dataBytes() == Data([2, 0, 4, 0, 3, 0, 5, 0]))
    }

    @Test("data comes from an audio buffer list")
    func fromList() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            dataReady: false,
            formatDescription: try pcm(),
            numSamples: 2,
            presentationTimeStamp: .zero,
            packetDescriptions: []
        ) { _ in noErr }
        var values: [Int16] = [1, 2, 3, 4]
        var list = AudioBufferList()
        try values.withUnsafeMutableBufferPointer { memory in
            list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(memory, numberOfChannels: 2))
            try buffer.setDataBuffer(fromAudioBufferList: &list)
        }
        #expect(try buffer.dataBuffer?.dataBytes() == Data([1, 0, 2, 0, 3, 0, 4, 0]))
        list.mNumberBuffers = 0
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try buffer.setDataBuffer(fromAudioBufferList: &list) }
    }

    @Test("packets of compressed sound keep their sizes and are found again")
    func packets() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: Data([1, 2, 2, 3, 3, 3])),
            formatDescription: try aac(),
            numSamples: 3,
            presentationTimeStamp: .zero,
            packetDescriptions: [packet(0, 1), packet(1, 2), packet(3, 3)]
        )
        #expect(buffer.duration == CMTime(value: 3072, timescale: 48_000))
        let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
        #expect(try part.audioStreamPacketDescriptions() == [packet(0, 2), packet(2, 3)])
        var pointer: UnsafePointer<AudioStreamPacketDescription>?
        var size = 0
        #expect(
            CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
                buffer,
                packetDescriptionsPointerOut: &pointer,
                sizeOut: &size
            ) == noErr
        )
        #expect(size == 48 && pointer?[2].mStartOffset == 3)
    }

    @Test("packets that lie apart are strung together")
    func scattered() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: Data(0..<10)),
            formatDescription: try aac(),
            numSamples: 2,
            presentationTimeStamp: .zero,
            packetDescriptions: [packet(7, 2), packet(1, 3)]
        )
        #expect(try buffer.dataBuffer?.dataBytes() == Data([7, 8, 1, 2, 3]))
        #expect(buffer.totalSampleSize == 5)
    }

    @Test("packets of varying length have times of their own")
    func variableFrames() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: try aac(framesPerPacket: 0),
            numSamples: 2,
            presentationTimeStamp: CMTime(value: 1, timescale: 1),
            packetDescriptions: [packet(0, 1, frames: 480), packet(1, 1, frames: 960)]
        )
        #expect(buffer.duration == CMTime(value: 1440, timescale: 48_000))
        #expect(try buffer.sampleTimingInfo(at: 1).presentationTimeStamp == CMTime(value: 101, timescale: 100))
    }

    @Test("packets that make no sense are refused")
    func hostilePackets() throws {
        let format = try aac()
        func make(_ packets: [AudioStreamPacketDescription], count: Int) throws {
            _ = try CMSampleBuffer(
                dataBuffer: try CMBlockBuffer(copying: Data([1, 2])),
                formatDescription: format,
                numSamples: count,
                presentationTimeStamp: .zero,
                packetDescriptions: packets
            )
        }
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make([packet(-1, 1)], count: 1) }
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make([packet(.max, .max)], count: 1) }
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make([packet(1, 5)], count: 1) }
        #expect(throws: CMSampleBuffer.Error.invalidEntryCount) { try make([packet(0, 1)], count: 2) }
        #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) { try make([], count: 2) }
        let lying = try CMSampleBuffer(
            dataBuffer: try CMBlockBuffer(copying: Data([1, 2])),
            formatDescription: try pcm(separate: true),
            numSamples: 1 << 40,
            sampleTimings: [],
            sampleSizes: []
        )
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try lying.withAudioBufferList { _, _ in } }
        #expect(CMSampleBufferGetSampleAttachmentsArray(lying, createIfNecessary: true) == nil)
    }
}
