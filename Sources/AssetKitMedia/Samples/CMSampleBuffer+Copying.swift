internal import AssetKitBase
internal import Foundation

extension CMSampleBuffer {
    /// Makes a buffer of the same samples. It shares the data, and follows the readiness of the original; attachments
    /// that travel and those of single samples come along.
    public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
        try self.init(sampleBuffer, content: sampleBuffer.content)
    }

    /// Makes a buffer of the same samples at other times: none, one timing for all samples alike, or one for each.
    public convenience init(
        copying sampleBuffer: CMSampleBuffer,
        withNewTiming sampleTimings: [CMSampleTimingInfo]
    ) throws {
        var content = sampleBuffer.content
        content.timings = sampleTimings
        try self.init(sampleBuffer, content: content)
    }

    /// Makes a buffer of some of the samples, without copying their data.
    public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
        let original = sampleBuffer.content
        guard range.lowerBound >= 0, range.upperBound <= original.count, !range.isEmpty else {
            throw Error.sampleIndexOutOfRange
        }
        var content = original
        content.count = range.count
        content.timings =
            original.timings.count > 1
            ? Array(original.timings[range]) : original.timings.map { $0.advanced(by: range.lowerBound) }
        content.sizes = original.sizes.count > 1 ? Array(original.sizes[range]) : original.sizes
        content.packets = original.packets.isEmpty ? [] : AudioPackets.rebased(original.packets[range])
        let isWhole = range == 0..<original.count
        let data = isWhole ? sampleBuffer.dataBuffer : try sampleBuffer.data(of: range)
        try self.init(sampleBuffer, content: content, data: data, firstSample: range.lowerBound)
    }

    private convenience init(
        _ original: CMSampleBuffer,
        content: SampleContent,
        data: CMBlockBuffer? = nil,
        firstSample: Int = 0
    ) throws {
        let (isValid, originalData, image, attached) = original.state.withLock {
            ($0.isValid, $0.data, $0.image, $0.sampleAttachments)
        }
        guard isValid else { throw Error.invalidated }
        let isReady = original.dataReadiness == .ready
        try self.init(content, data: data ?? originalData, image: image, isReady: isReady)
        if !isReady {
            try trackDataReadiness(original)
            state.withLock { $0.borrowsTrackedData = true }
        }
        original.attachmentStore.propagate(to: attachmentStore)
        let own = attached.filter { (firstSample..<(firstSample + content.count)).contains($0.key) }
        state.withLock { state in
            for (index, values) in own {
                let copy = NSMutableDictionary()
                for (key, value) in PropertyList.dictionary(values) ?? [:] { copy[key] = value }
                state.sampleAttachments[index - firstSample] = copy
            }
        }
    }

    /// The bytes of some samples, shared; nil where there are no bytes.
    private func data(of range: Range<Int>) throws -> CMBlockBuffer? {
        // Which bytes belong to which samples is not known before they are there.
        guard dataReadiness == .ready else { throw Error.bufferNotReady }
        guard let data = dataBuffer else { return nil }
        if let basic = content.format?.audioStreamBasicDescription, basic.isNonInterleavedPCM {
            return try nonInterleavedData(of: range, in: data, basic)
        }
        guard let bytes = content.byteRange(of: range) else { throw Error.cannotSubdivide }
        guard !bytes.isEmpty else { return CMBlockBuffer(empty: ()) }
        return try CMBlockBuffer(bufferReference: data[bytes])
    }

    /// Every channel lies in a piece, so some frames are as many pieces as there are channels.
    private func nonInterleavedData(
        of range: Range<Int>,
        in data: CMBlockBuffer,
        _ basic: AudioStreamBasicDescription
    ) throws -> CMBlockBuffer {
        let frame = Int(basic.mBytesPerFrame)
        let channels = Int(basic.mChannelsPerFrame)
        guard frame > 0, channels > 0, data.dataLength / channels / frame >= content.count else {
            throw Error.invalidSampleData
        }
        let stride = content.count * frame
        let result = CMBlockBuffer(empty: ())
        for channel in 0..<channels {
            let start = channel * stride
            let part = (start + range.lowerBound * frame)..<(start + range.upperBound * frame)
            try result.append(bufferReference: data[part])
        }
        return result
    }

    /// Buffers of one sample each, made one after another.
    public struct SingleSampleBuffers: Sequence {
        fileprivate let buffer: CMSampleBuffer

        /// Makes the buffers.
        public struct Iterator: IteratorProtocol {
            fileprivate let buffer: CMSampleBuffer
            fileprivate var index = 0

            /// The buffer of the next sample.
            public mutating func next() -> CMSampleBuffer? {
                guard index < buffer.numSamples else { return nil }
                defer { index += 1 }
                return try? CMSampleBuffer(copying: buffer, forRange: index..<(index + 1))
            }
        }

        /// Begins at the first sample.
        public func makeIterator() -> Iterator { Iterator(buffer: buffer) }
    }

    /// The samples as buffers of their own. Throws where the data cannot be divided.
    public func singleSampleBuffers() throws -> SingleSampleBuffers {
        if numSamples > 0 { _ = try CMSampleBuffer(copying: self, forRange: 0..<1) }
        if numSamples > 1 { _ = try CMSampleBuffer(copying: self, forRange: (numSamples - 1)..<numSamples) }
        return SingleSampleBuffers(buffer: self)
    }
}
