/// A buffer with attachments.
package protocol AttachmentBearing: AnyObject {
    var attachmentStore: AttachmentStore { get }
}
