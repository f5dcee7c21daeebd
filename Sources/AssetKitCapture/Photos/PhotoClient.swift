internal import AssetKitBase

/// Hears what becomes of a photo, in this order, on one queue.
protocol PhotoClient: AnyObject, Sendable {
    func began()
    func willTake()
    func taken()
    /// For each picture, in the order in which they were taken.
    func made(_ result: Result<PhotoProduct, AVError>, index: Int)
    /// Nothing follows.
    func finished(_ error: AVError?)
}
