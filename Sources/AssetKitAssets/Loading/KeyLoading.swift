internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// What stands behind the loading of an object's keys.
protocol KeyLoading: AVAsynchronousKeyValueLoading {
    /// The keys there are, in their Objective-C spelling.
    var loadableKeys: Set<String> { get }

    func requestKeys(_ keys: [String], completion: @escaping @Sendable () -> Void)
    func loadKeys(_ keys: [String]) async throws
    func status(ofKey key: String) -> AVKeyValueStatus
    var loadingError: AVError? { get }
}

extension KeyLoading {
    /// The Objective-C spelling of a key: `isPlayable` and `playable` are the same.
    private func canonical(_ key: String) -> String {
        guard key.hasPrefix("is"), let third = key.dropFirst(2).first, third.isUppercase else { return key }
        return third.lowercased() + key.dropFirst(3)
    }

    func isKnown(_ key: String) -> Bool { loadableKeys.contains(canonical(key)) }

    @preconcurrency
    public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        requestKeys(keys.filter(isKnown).map(canonical)) { handler?() }
    }

    public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        guard isKnown(key) else {
            outError?.pointee = AVError(.unknown, "there is no key '\(key)' to load") as NSError
            return .failed
        }
        let status = status(ofKey: canonical(key))
        switch status {
        case .failed: outError?.pointee = loadingError as NSError?
        case .cancelled: outError?.pointee = AVError(.operationCancelled, "loading '\(key)' was cancelled") as NSError
        default: break
        }
        return status
    }
}
