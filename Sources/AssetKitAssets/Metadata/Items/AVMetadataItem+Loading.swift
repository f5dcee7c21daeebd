internal import AssetKitBase
public import AssetKitMedia
public import Foundation

// An item's value may still be in the file.

extension AVMetadataItem: KeyLoading {
    var loadableKeys: Set<String> { Self.loadableValueKeys }

    func requestKeys(_ keys: [String], completion: @escaping @Sendable () -> Void) {
        guard let valueLoader else { return completion() }
        valueLoader.request(keys, completion: completion)
    }

    func loadKeys(_ keys: [String]) async throws { try await valueLoader?.load(keys) }

    func status(ofKey key: String) -> AVKeyValueStatus { valueLoader?.status(of: key) ?? .loaded }

    var loadingError: AVError? {
        guard case .failure(let error)? = valueLoader?.result else { return nil }
        return error
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// Loads ``AVMetadataItem/value``.
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
        AVAsyncProperty("value") { $0.value }
    }
    /// Loads ``AVMetadataItem/stringValue``.
    public static var stringValue: AVAsyncProperty<Root, String?> { AVAsyncProperty("stringValue") { $0.stringValue } }
    /// Loads ``AVMetadataItem/numberValue``.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> {
        AVAsyncProperty("numberValue") { $0.numberValue }
    }
    /// Loads ``AVMetadataItem/dateValue``.
    public static var dateValue: AVAsyncProperty<Root, Date?> { AVAsyncProperty("dateValue") { $0.dateValue } }
    /// Loads ``AVMetadataItem/dataValue``.
    public static var dataValue: AVAsyncProperty<Root, Data?> { AVAsyncProperty("dataValue") { $0.dataValue } }
    /// Loads ``AVMetadataItem/extraAttributes``.
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        AVAsyncProperty("extraAttributes") { $0.extraAttributes }
    }
}
