public import CMTimeLib

/// A sample buffer whose data is there, and what kind of data that is.
public struct CMReadySampleBuffer<Content: Sendable>: Sendable {
    /// The data.
    public let content: Content
    private let buffer: CMSampleBuffer

    init(_ buffer: CMSampleBuffer, content: Content) {
        (self.buffer, self.content) = (buffer, content)
    }

    /// What the samples hold.
    public var formatDescription: CMFormatDescription? { buffer.formatDescription }
    /// When the first sample is shown.
    public var presentationTimeStamp: CMTime { buffer.presentationTimeStamp }
    /// When the first sample is decoded; invalid where that is when it is shown.
    public var decodeTimeStamp: CMTime { buffer.decodeTimeStamp }
    /// How long all samples last.
    public var duration: CMTime { buffer.duration }
    /// How many samples there are.
    public var sampleCount: Int { buffer.numSamples }

    /// Lends the buffer for what this type does not have.
    public func withUnsafeSampleBuffer<R>(_ body: (CMSampleBuffer) throws -> R) rethrows -> R { try body(buffer) }
}

extension CMSampleBuffer {
    /// The data of a sample buffer, whatever it is.
    public enum DynamicContent: Sendable {
        /// Bytes: stored samples, or uncompressed sound.
        case dataBuffer(CMBlockBuffer)
        /// A picture.
        case pixelBuffer(CVPixelBuffer)
        /// Attachments only.
        case none
    }
}

extension CMReadySampleBuffer where Content == CMSampleBuffer.DynamicContent {
    init(_ buffer: CMSampleBuffer) {
        if let image = buffer.imageBuffer {
            self.init(buffer, content: .pixelBuffer(image))
        } else if let data = buffer.dataBuffer {
            self.init(buffer, content: .dataBuffer(data))
        } else {
            self.init(buffer, content: .none)
        }
    }
}
