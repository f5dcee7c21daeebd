/// How a renderer of sample buffers stands.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    /// Nothing has been enqueued yet.
    case unknown = 0
    /// It plays what is enqueued.
    case rendering = 1
    /// It cannot go on until it is flushed; its error says why.
    case failed = 2
}
