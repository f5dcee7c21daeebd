internal import AssetKitBase
public import Foundation

// What a sample buffer can hold, as types: a buffer that says so in its type needs no checking at run time.

extension CMSampleBuffer {
    /// What a ``CMReadySampleBuffer`` can hold. Only types of this library are.
    public protocol Content: Sendable {}

    /// Content of any number of samples.
    public protocol MultiSampleContent: Content {}

    /// Content that always comes with a format description.
    public protocol ContentWithFormatDescription: Content {}

    /// The kinds of content.
    public enum ContentType: Hashable, Sendable {
        /// Bytes.
        case dataBuffer
        /// A picture.
        case pixelBuffer
        /// The address of bytes.
        case sampleReference
        /// Nothing but attachments.
        case markerOnly
    }

    /// Content of a kind that only the running program knows.
    public enum DynamicContent: MultiSampleContent {
        /// Bytes.
        case dataBuffer(CMReadOnlyDataBlockBuffer)
        /// A picture.
        case pixelBuffer(CVReadOnlyPixelBuffer)
        /// The address of bytes.
        case sampleReference(CMSampleDataReference)
        /// Nothing but attachments.
        case markerOnly
    }

    /// The kind of content that the buffer has.
    public var contentType: ContentType {
        if imageBuffer != nil { return .pixelBuffer }
        if dataBuffer != nil { return .dataBuffer }
        return sampleDataReference == nil ? .markerOnly : .sampleReference
    }

    /// Where the bytes of the samples lie, for a buffer that says where instead of holding them.
    var sampleDataReference: CMSampleDataReference? {
        guard let url = attachmentStore[kCMSampleBufferAttachmentKey_SampleReferenceURL]?.value as? URL else {
            return nil
        }
        let offset = Number(attachmentStore[kCMSampleBufferAttachmentKey_SampleReferenceByteOffset]?.value)
        return CMSampleDataReference(url: url, byteOffset: offset?.whole() ?? 0)
    }
}

/// Where the bytes of samples lie.
public struct CMSampleDataReference: Hashable, Sendable {
    /// The file.
    public var url: URL
    /// Where in the file the bytes of the first sample begin.
    public var byteOffset: Int64

    /// Makes a reference.
    public init(url: URL, byteOffset: Int64) {
        self.url = url
        self.byteOffset = byteOffset
    }
}

extension CMReadOnlyDataBlockBuffer: CMSampleBuffer.MultiSampleContent, CMSampleBuffer.ContentWithFormatDescription {}
extension CMSampleDataReference: CMSampleBuffer.MultiSampleContent, CMSampleBuffer.ContentWithFormatDescription {}
extension CVReadOnlyPixelBuffer: CMSampleBuffer.Content {}
/// The content of a marker: there is none.
extension Never: CMSampleBuffer.Content {}
