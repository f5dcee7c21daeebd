/// A buffer with attachments.
protocol AttachmentBearing: AnyObject {
    var attachmentStore: AttachmentStore { get }
}
