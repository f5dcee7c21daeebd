public import CMTimeLib
internal import Foundation

extension CMSampleBuffer {
    /// Gives a buffer of sound its bytes: a copy of what is in the list, which are ready then.
    public func setDataBuffer(
        fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
        blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        let basic = try audioFormat()
        let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        let expected = basic.isNonInterleavedPCM ? Int(basic.mChannelsPerFrame) : 1
        guard list.count == expected, expected > 0 else { throw Error.invalidSampleData }
        let data = CMBlockBuffer(empty: ())
        for buffer in list {
            guard let bytes = buffer.mData else { throw Error.requiredParameterMissing }
            guard buffer.mDataByteSize == list[0].mDataByteSize else { throw Error.invalidSampleData }
            let source = UnsafeRawBufferPointer(start: bytes, count: Int(buffer.mDataByteSize))
            guard !source.isEmpty else { continue }
            try data.append(bufferReference: try CMBlockBuffer(copying: source))
        }
        guard data.dataLength > 0 else { throw Error.invalidSampleData }
        if let needed = content.totalSize, needed > data.dataLength { throw Error.invalidSampleData }
        try setDataBuffer(try data.makeContiguous())
    }

    /// Lends the sound as a list of buffers, one for each channel where channels lie apart. The block buffer holds the
    /// bytes, in one piece; they stay as long as it does.
    public func withAudioBufferList<R>(
        blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = [],
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
    ) throws -> R {
        let (buffers, data) = try audioBuffers(flags: flags)
        let list = AudioBufferList.allocate(maximumBuffers: buffers.count)
        defer { free(list.unsafeMutablePointer) }
        for (index, buffer) in buffers.enumerated() { list[index] = buffer }
        return try body(list, data)
    }

    /// Where the packets lie, and how many frames they have. Empty for PCM, whose packets are all alike.
    public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
        let basic = try audioFormat()
        guard content.packets.isEmpty else { return content.packets }
        guard basic.mFormatID != kAudioFormatLinearPCM else { return [] }
        guard !content.sizes.isEmpty else { throw Error.bufferHasNoSampleSizes }
        guard content.count <= Self.maximumPackets else { throw Error.invalidEntryCount }
        let packets = (0..<content.count).map { index in
            AudioStreamPacketDescription(
                mStartOffset: 0,
                mVariableFramesInPacket: 0,
                mDataByteSize: UInt32(clamping: content.size(at: index) ?? 0)
            )
        }
        return AudioPackets.rebased(packets[...])
    }

    /// More packets than a buffer has; a greater count is damage.
    private static let maximumPackets = 1 << 22

    /// Lends where the packets lie.
    public func withUnsafeAudioStreamPacketDescriptions<R>(
        _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
    ) throws -> R {
        try audioStreamPacketDescriptions().withUnsafeBufferPointer(body)
    }

    /// Copies frames of PCM into buffers that are laid out as the format says and have room for them.
    public func copyPCMData(
        fromRange range: Range<Int>,
        into bufferList: UnsafeMutablePointer<AudioBufferList>
    ) throws {
        let basic = try audioFormat()
        guard basic.mFormatID == kAudioFormatLinearPCM, basic.mBytesPerFrame > 0 else {
            throw Error.invalidMediaTypeForOperation
        }
        guard range.lowerBound >= 0, range.upperBound <= numSamples else { throw Error.sampleIndexOutOfRange }
        let (buffers, data) = try audioBuffers()
        let list = UnsafeMutableAudioBufferListPointer(bufferList)
        guard list.count == buffers.count else { throw Error.arrayTooSmall }
        let frame = Int(basic.mBytesPerFrame)
        for (source, target) in zip(buffers, list) {
            guard let from = source.mData, range.upperBound <= Int(source.mDataByteSize) / frame else {
                throw Error.invalidSampleData
            }
            let byteCount = range.count * frame
            guard let to = target.mData, Int(target.mDataByteSize) >= byteCount else { throw Error.arrayTooSmall }
            to.copyMemory(from: from + range.lowerBound * frame, byteCount: byteCount)
        }
        withExtendedLifetime(data) {}
    }

    private func audioFormat() throws -> AudioStreamBasicDescription {
        guard let basic = content.format?.audioStreamBasicDescription else { throw Error.invalidMediaTypeForOperation }
        return basic
    }

    /// How many audio buffers the sound takes.
    func audioBufferCount() throws -> Int {
        let basic = try audioFormat()
        guard basic.isNonInterleavedPCM else { return 1 }
        // More channels than anything has would only ask for memory.
        guard (1...0xffff).contains(basic.mChannelsPerFrame) else { throw Error.invalidMediaFormat }
        return Int(basic.mChannelsPerFrame)
    }

    /// The sound as audio buffers, and the block buffer that holds their bytes.
    func audioBuffers(flags: Flags = []) throws -> ([AudioBuffer], CMBlockBuffer) {
        let basic = try audioFormat()
        let count = try audioBufferCount()
        guard dataReadiness == .ready else { throw Error.bufferNotReady }
        guard let data = dataBuffer, data.dataLength > 0 else { throw Error.bufferNotReady }
        let (planeSize, isTooMuch) = numSamples.multipliedReportingOverflow(by: Int(basic.mBytesPerFrame))
        let size = count == 1 ? data.dataLength : planeSize
        guard count == 1 || !isTooMuch, size <= data.dataLength / count, size <= Int(UInt32.max) else {
            throw Error.invalidSampleData
        }
        let contiguous = try data.makeContiguous()
        let wantsAlignment = flags.contains(.audioBufferListAssure16ByteAlignment)
        let address = try contiguous.withUnsafeMutableBytes { UInt(bitPattern: $0.baseAddress) }
        let isAligned = address % 16 == 0 && (count == 1 || size % 16 == 0)
        let (base, holder, stride) =
            try wantsAlignment && !isAligned
            ? Self.aligned(contiguous, pieces: count, size: size)
            : (UnsafeMutableRawPointer(bitPattern: address), contiguous, size)
        guard let base else { throw Error.allocationFailed }
        let buffers = (0..<count).map { index in
            AudioBuffer(
                mNumberChannels: count == 1 ? basic.mChannelsPerFrame : 1,
                mDataByteSize: UInt32(size),
                mData: base + index * stride
            )
        }
        return (buffers, holder)
    }

    /// A copy in which every piece begins at a multiple of 16 bytes.
    private static func aligned(
        _ data: CMBlockBuffer,
        pieces: Int,
        size: Int
    ) throws -> (UnsafeMutableRawPointer?, CMBlockBuffer, Int) {
        let stride = (size + 15) & ~15
        // The system's allocator begins at multiples of 16 bytes.
        let copy = try CMBlockBuffer(length: stride * pieces, flags: .assureMemoryNow)
        for piece in 0..<pieces {
            try data[(piece * size)..<((piece + 1) * size)].withContiguousStorage { bytes in
                try copy[(piece * stride)..<(piece * stride + size)].replaceDataBytes(with: bytes)
            }
        }
        let base = try copy.withUnsafeMutableBytes { $0.baseAddress }
        return (base, copy, stride)
    }
}
