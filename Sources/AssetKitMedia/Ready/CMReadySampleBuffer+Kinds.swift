internal import AssetKitBase
public import CMTimeLib

// Buffers whose kind of content is in their type: bytes, pictures, references, markers. Arguments that contradict each
// other stop the program, as elsewhere.

extension CMReadySampleBuffer where Content == CMReadOnlyDataBlockBuffer {
    /// Makes a buffer of sound of equally large packets, such as PCM.
    public init(
        audioDataBuffer content: Content,
        formatDescription: CMAudioFormatDescription,
        sampleCount: Int,
        presentationTimeStamp: CMTime
    ) {
        self.init(content, formatDescription, sampleCount, presentationTimeStamp, [])
    }

    /// Makes a buffer of compressed sound.
    public init(
        compressedAudioDataBuffer content: Content,
        formatDescription: CMAudioFormatDescription,
        presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription]
    ) {
        self.init(
            content,
            formatDescription,
            packetDescriptions.count,
            presentationTimeStamp,
            packetDescriptions
        )
    }

    private init(
        _ content: Content,
        _ format: CMAudioFormatDescription,
        _ count: Int,
        _ time: CMTime,
        _ packets: [AudioStreamPacketDescription]
    ) {
        let made = content.withUnsafeBlockBuffer { bytes in
            Result {
                try CMSampleBuffer(
                    dataBuffer: bytes,
                    formatDescription: format,
                    numSamples: count,
                    presentationTimeStamp: time,
                    packetDescriptions: packets
                )
            }
        }
        self.init(taking: Self.required(made))
    }

    /// The same buffer, where it holds bytes.
    public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
        self.init(other, as: .dataBuffer)
    }

    /// The bytes of the samples.
    public var content: CMReadOnlyDataBlockBuffer {
        guard let bytes = buffer.dataBuffer else { programmerError("a buffer of bytes has lost them") }
        return CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: bytes)
    }

    /// Where the packets of compressed sound lie in the bytes; empty for sound of equally large packets.
    public var audioStreamPacketDescriptions: [AudioStreamPacketDescription] {
        (try? buffer.audioStreamPacketDescriptions()) ?? []
    }

    /// Copies frames of PCM into buffers that are large enough.
    public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws
    {
        try buffer.copyPCMData(fromRange: range, into: bufferList)
    }
}

extension CMReadySampleBuffer where Content == CVReadOnlyPixelBuffer {
    /// Makes a buffer of one picture. The description, made from the picture where none is given, must match it.
    public init(
        pixelBuffer content: Content,
        formatDescription: CMVideoFormatDescription? = nil,
        presentationTimeStamp: CMTime,
        duration: CMTime = .invalid
    ) {
        let made = content.withUnsafeBuffer { picture in
            Result {
                try CMSampleBuffer(
                    imageBuffer: picture,
                    formatDescription: try formatDescription ?? CMVideoFormatDescription(imageBuffer: picture),
                    sampleTiming: CMSampleTimingInfo(
                        duration: duration,
                        presentationTimeStamp: presentationTimeStamp,
                        decodeTimeStamp: .invalid
                    )
                )
            }
        }
        self.init(taking: Self.required(made))
    }

    /// The same buffer, where it holds a picture.
    public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
        self.init(other, as: .pixelBuffer)
    }

    /// The picture.
    public var content: CVReadOnlyPixelBuffer {
        guard let picture = buffer.imageBuffer else { programmerError("a buffer of a picture has lost it") }
        return CVReadOnlyPixelBuffer(unsafeBuffer: picture)
    }
}

extension CMReadySampleBuffer where Content == CMSampleDataReference {
    /// The same buffer, where it says where its samples lie.
    public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
        self.init(other, as: .sampleReference)
    }

    /// Where the samples lie.
    public var content: CMSampleDataReference {
        guard let reference = buffer.sampleDataReference else { programmerError("a reference has lost its address") }
        return reference
    }
}

extension CMReadySampleBuffer where Content == Never {
    /// Makes a marker: a moment, and whatever is attached to it.
    public init(markerAt markerTimeStamp: CMTime, duration: CMTime = .invalid) {
        let timing = CMSampleTimingInfo(
            duration: duration,
            presentationTimeStamp: markerTimeStamp,
            decodeTimeStamp: .invalid
        )
        let made = Result {
            try CMSampleBuffer(
                dataBuffer: nil,
                formatDescription: nil,
                numSamples: 0,
                sampleTimings: [timing],
                sampleSizes: []
            )
        }
        self.init(taking: Self.required(made))
    }

    /// The same buffer, where it is a marker.
    public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
        self.init(other, as: .markerOnly)
    }

    /// The moment that is marked.
    public var markerTimeStamp: CMTime { buffer.presentationTimeStamp }
}

extension CMReadySampleBuffer {
    fileprivate static func required(_ made: Result<CMSampleBuffer, any Error>) -> CMSampleBuffer {
        switch made {
        case .success(let buffer): return buffer
        case .failure(let error): programmerError("a sample buffer cannot be made of this: \(error)")
        }
    }
}
