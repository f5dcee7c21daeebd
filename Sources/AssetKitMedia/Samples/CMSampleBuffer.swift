public import AssetKitBase
public import CMTimeLib
package import Foundation

/// Makes a buffer's data ready, and answers with a status.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus
/// Makes a buffer's data ready, and answers with a status; given the reference of the creation too.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// Runs when a buffer becomes invalid.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void

/// Samples of one format with their times: bytes in a block buffer, or a picture, or neither (then it only carries
/// attachments). Equal by identity.
///
/// It is what readers give and writers take. To make one of a picture:
///
/// ```swift
/// var picture: CVPixelBuffer?
/// CVPixelBufferCreate(nil, 640, 360, kCVPixelFormatType_32BGRA, nil, &picture)
/// if let picture {
///     let sample = try CMSampleBuffer(
///         imageBuffer: picture,
///         formatDescription: CMFormatDescription(imageBuffer: picture),
///         sampleTiming: CMSampleTimingInfo(
///             duration: CMTime(value: 1, timescale: 25),
///             presentationTimeStamp: .zero,
///             decodeTimeStamp: .invalid
///         )
///     )
///     print(sample.numSamples, sample.presentationTimeStamp.seconds, sample.formatDescription?.dimensions.width ?? 0)
/// }
/// ```
///
/// Compressed samples come in decode order, with a decode time of their own where they are shown in another order.
/// Errors of making one are `NSError`s with Core Media's statuses, and the functions `CMSampleBufferCreate…` answer
/// these. To hand samples from task to task, there is ``CMReadySampleBuffer``.
///
/// SAFETY: format, times and sizes never change. What may change is behind a lock. The dictionaries of single samples are
/// handed out as live objects without a lock of their own, as on Apple's systems: fill them before the buffer is shared.
public final class CMSampleBuffer: Hashable, CMAttachmentBearerProtocol, AttachmentBearing, @unchecked Sendable {
    package let content: SampleContent
    package let attachmentStore = AttachmentStore()
    package let state: Protected<State>

    /// What may change.
    package struct State {
        package var data: CMBlockBuffer?
        package var image: CVImageBuffer?
        var readiness: DataReadiness
        var makeReady: CMSampleBufferMakeDataReadyHandler?
        var tracked: CMSampleBuffer?
        /// Set for copies that were made before the data of the original came: it is theirs too.
        var borrowsTrackedData = false
        var invalidateHandler: ((CMSampleBuffer) throws -> Void)?
        package var isValid = true
        package var outputPresentationTimeStamp: CMTime?
        package var sampleAttachments: [Int: NSMutableDictionary] = [:]
        var packetPointer: PacketDescriptionMemory?

        package init(
            data: CMBlockBuffer? = nil,
            image: CVImageBuffer? = nil,
            readiness: DataReadiness,
            makeReady: CMSampleBufferMakeDataReadyHandler? = nil,
            tracked: CMSampleBuffer? = nil,
            borrowsTrackedData: Bool = false,
            invalidateHandler: ((CMSampleBuffer) throws -> Void)? = nil,
            isValid: Bool = true,
            outputPresentationTimeStamp: CMTime? = nil,
            sampleAttachments: [Int: NSMutableDictionary] = [:],
            packetPointer: PacketDescriptionMemory? = nil
        ) {
            self.data = data
            self.image = image
            self.readiness = readiness
            self.makeReady = makeReady
            self.tracked = tracked
            self.borrowsTrackedData = borrowsTrackedData
            self.invalidateHandler = invalidateHandler
            self.isValid = isValid
            self.outputPresentationTimeStamp = outputPresentationTimeStamp
            self.sampleAttachments = sampleAttachments
            self.packetPointer = packetPointer
        }
    }

    /// Whether the data is there.
    public enum DataReadiness: Hashable, Sendable {
        /// Not yet.
        case notReady
        /// It is.
        case ready
        /// It will not be, for the reason of a status.
        case failed(OSStatus)
    }

    package init(
        _ content: SampleContent,
        data: CMBlockBuffer? = nil,
        image: CVImageBuffer? = nil,
        isReady: Bool = true,
        makeReady: CMSampleBufferMakeDataReadyHandler? = nil
    ) throws {
        try content.validate()
        self.content = content
        state = Protected(
            State(data: data, image: image, readiness: isReady ? .ready : .notReady, makeReady: makeReady)
        )
    }

    /// Makes a buffer of samples whose data is there. Times and sizes have no entry, one for all samples alike, or one
    /// for each.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        formatDescription: CMFormatDescription?,
        numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int]
    ) throws {
        let content = SampleContent(
            format: formatDescription,
            count: numSamples,
            timings: sampleTimings,
            sizes: sampleSizes
        )
        try self.init(content, data: dataBuffer)
    }

    /// Makes a buffer of samples whose data may come later.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        dataReady: Bool = false,
        formatDescription: CMFormatDescription?,
        numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int],
        makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        let content = SampleContent(
            format: formatDescription,
            count: numSamples,
            timings: sampleTimings,
            sizes: sampleSizes
        )
        try self.init(content, data: dataBuffer, isReady: dataReady, makeReady: makeDataReadyHandler)
    }

    /// Makes a buffer of sound. Times follow from the format, sizes from the packets; without packets, from the format.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        formatDescription: CMFormatDescription,
        numSamples: CMItemCount,
        presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription]
    ) throws {
        let packets = try AudioPackets(
            formatDescription,
            count: numSamples,
            start: presentationTimeStamp,
            packets: packetDescriptions
        )
        try self.init(packets.content, data: try packets.arrange(dataBuffer))
    }

    /// Makes a buffer of sound whose data may come later.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        dataReady: Bool = false,
        formatDescription: CMFormatDescription,
        numSamples: CMItemCount,
        presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription],
        makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        let packets = try AudioPackets(
            formatDescription,
            count: numSamples,
            start: presentationTimeStamp,
            packets: packetDescriptions
        )
        try self.init(
            packets.content,
            data: try packets.arrange(dataBuffer),
            isReady: dataReady,
            makeReady: makeDataReadyHandler
        )
    }

    /// Makes a buffer of one picture. The description must match the picture and its attachments.
    public convenience init(
        imageBuffer: CVImageBuffer,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo
    ) throws {
        let content = try SampleContent(image: imageBuffer, format: formatDescription, timing: sampleTiming)
        try self.init(content, image: imageBuffer)
    }

    /// Makes a buffer of one picture whose pixels may come later.
    public convenience init(
        imageBuffer: CVImageBuffer,
        dataReady: Bool = false,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo,
        makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        let content = try SampleContent(image: imageBuffer, format: formatDescription, timing: sampleTiming)
        try self.init(content, image: imageBuffer, isReady: dataReady, makeReady: makeDataReadyHandler)
    }

    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// The bytes of the samples; nil for a picture, and after ``invalidate()``.
    public var dataBuffer: CMBlockBuffer? {
        let (data, original) = state.withLock { ($0.data, $0.borrowsTrackedData ? $0.tracked : nil) }
        return data ?? original?.dataBuffer
    }
    /// The picture; nil for bytes, and after ``invalidate()``.
    public var imageBuffer: CVImageBuffer? { state.withLock { $0.image } }
    /// What the samples hold.
    public var formatDescription: CMFormatDescription? { content.format }
    /// How many samples there are.
    public var numSamples: Int { content.count }
    /// Whether the buffer has not been made invalid.
    public var isValid: Bool { state.withLock { $0.isValid } }
}
