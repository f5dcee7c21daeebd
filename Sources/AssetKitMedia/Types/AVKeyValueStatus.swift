/// How far the loading of a value has come.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody asked for it yet.
    case unknown = 0
    /// It is being loaded.
    case loading
    /// It is there.
    case loaded
    /// It could not be loaded.
    case failed
    /// Loading it was cancelled.
    case cancelled
}
