internal import AssetKitBase
public import CMTimeLib

/// Samples whose data is there and that nobody changes any more, so that they may go from one task to another.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
/// let reader = try AVAssetReader(asset: asset)
/// let samples = reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: nil))
/// try reader.start()
/// for try await sample in samples {
///     switch sample.content {
///     case .dataBuffer(let bytes): print(sample.presentationTimeStamp.seconds, bytes.count, "bytes")
///     case .pixelBuffer(let picture): print(sample.presentationTimeStamp.seconds, picture.pixelFormatType)
///     case .sampleReference(let place): print(place.url, place.byteOffset)
///     case .markerOnly: print("a marker")
///     }
/// }
/// ```
///
/// Readers' providers give them and writers' receivers take them.
///
/// `Content` says what they are: ``CMReadOnlyDataBlockBuffer``, ``CVReadOnlyPixelBuffer``, ``CMSampleDataReference``,
/// `Never` for a marker, or ``CMSampleBuffer/DynamicContent`` where only the running program knows.
///
/// SAFETY: who makes one hands the sample buffer over and keeps no way to change it.
public struct CMReadySampleBuffer<Content: CMSampleBuffer.Content>: @unchecked Sendable {
    package let buffer: CMSampleBuffer

    /// Takes a buffer over that is of this kind of content.
    package init(taking buffer: CMSampleBuffer) {
        require(buffer.isValid && buffer.dataReadiness == .ready, "the data of the sample buffer is not ready")
        self.buffer = buffer
    }

    /// Lends the sample buffer as the functions of Core Media take it. It must not be changed, nor kept.
    public func withUnsafeSampleBuffer<Result, Failure: Error>(
        _ body: (CMSampleBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(buffer)
    }

    /// The kind of content.
    public var contentType: CMSampleBuffer.ContentType { buffer.contentType }

    /// What the samples hold; nil for a marker.
    public var formatDescription: CMFormatDescription? { buffer.formatDescription }

    /// When the first of the samples is shown.
    public var presentationTimeStamp: CMTime { buffer.presentationTimeStamp }

    /// When the first of the samples is decoded; invalid where that is when it is shown.
    public var decodeTimeStamp: CMTime { buffer.decodeTimeStamp }

    /// How long all samples last together.
    public var duration: CMTime {
        buffer.numSamples == 0 ? buffer.content.timings.first?.duration ?? .invalid : buffer.duration
    }

    /// When the buffer is shown after trimming and scaling.
    public var outputPresentationTimeStamp: CMTime { buffer.outputPresentationTimeStamp }

    /// When the buffer is decoded after trimming and scaling.
    public var outputDecodeTimeStamp: CMTime { buffer.outputDecodeTimeStamp }

    /// How long the buffer lasts after trimming and scaling.
    public var outputDuration: CMTime { buffer.outputDuration }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.MultiSampleContent {
    /// How many samples there are.
    public var sampleCount: Int { buffer.numSamples }

    /// How many bytes all samples have together.
    public var totalSampleSize: Int { buffer.totalSampleSize }

    /// A buffer for each sample; the whole where the samples have no sizes to part them by.
    public func splitSamples() -> [CMReadySampleBuffer<Content>] {
        guard sampleCount > 1, let singles = try? buffer.singleSampleBuffers() else { return [self] }
        return singles.map(CMReadySampleBuffer.init(taking:))
    }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.ContentWithFormatDescription {
    /// What the samples hold.
    public var formatDescription: CMFormatDescription {
        guard let format = buffer.formatDescription else { programmerError("a buffer of samples has a format") }
        return format
    }
}

// MARK: Content of a kind that only the running program knows

extension CMReadySampleBuffer where Content == CMSampleBuffer.DynamicContent {
    /// Takes a sample buffer over, whose data must be there. From then on nobody may change it: the compiler cannot see
    /// to that.
    public init(unsafeBuffer: sending CMSampleBuffer) {
        self.init(taking: unsafeBuffer)
    }

    /// Forgets which kind of content it is.
    public init(_ other: CMReadySampleBuffer<some CMSampleBuffer.Content>) {
        self.init(taking: other.buffer)
    }

    /// The samples.
    public var content: CMSampleBuffer.DynamicContent {
        if let picture = buffer.imageBuffer { return .pixelBuffer(CVReadOnlyPixelBuffer(unsafeBuffer: picture)) }
        if let bytes = buffer.dataBuffer { return .dataBuffer(CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: bytes)) }
        return buffer.sampleDataReference.map { .sampleReference($0) } ?? .markerOnly
    }
}

extension CMReadySampleBuffer {
    /// The same buffer with its kind of content in its type; nil where it is of another kind.
    package init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>, as type: CMSampleBuffer.ContentType) {
        // Without a format, bytes and references could not be told what they are.
        let needsFormat = type == .dataBuffer || type == .sampleReference
        guard other.contentType == type, !needsFormat || other.buffer.formatDescription != nil else { return nil }
        self.init(taking: other.buffer)
    }
}
