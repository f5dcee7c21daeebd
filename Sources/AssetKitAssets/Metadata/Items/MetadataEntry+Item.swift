internal import AssetKitBase
package import AssetKitCore
internal import AssetKitMedia
internal import Foundation

extension MetadataEntry {
    /// What an item says, in the words of its key space; nil for one without a name or a value. Waits where the value has to
    /// be read first, and throws where that fails.
    package init?(_ item: AVMetadataItem) throws {
        let state = item.state.withLock { $0 }
        let own = state.key.flatMap { key in state.keySpace.flatMap { MetadataName(key: key, keySpace: $0) } }
        guard let name = state.name ?? own else { return nil }
        guard let value = try Self.value(of: state) else { return nil }
        self.init(
            keySpace: name.keySpace,
            key: name.text ?? String(decoding: name.bytes, as: UTF8.self),
            value: value,
            commonKey: state.commonKey?.rawValue,
            dataType: state.dataType,
            language: state.extendedLanguageTag,
            info: state.extraAttributes?[.info] as? String
        )
    }

    private static func value(of state: MetadataItemState) throws -> Value? {
        let known = try state.knownValue ?? state.loader?.waitForResult()?.get()
        return known.flatMap(Value.of)
    }
}

extension MetadataEntry.Value {
    /// What an item's value says; nil for what no file can hold.
    static func of(_ value: MetadataValue) -> Self? {
        switch value.object {
        case let text as NSString: return .text(String._unconditionallyBridgeFromObjectiveC(text))
        case let number as NSNumber:
            guard let number = Number(number) else { return nil }
            return number.whole().map(Self.integer) ?? .number(number.double)
        case let date as NSDate: return MetadataDate.text(of: date as Date).map(Self.text)
        case let data as NSData: return .data([UInt8](data as Data))
        default: return nil
        }
    }
}
