/// A buffer that can have attachments. Only this library's buffers do.
public protocol CMAttachmentBearerProtocol: AnyObject {}
