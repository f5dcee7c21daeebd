internal import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// One thing that media say about themselves: a name, a value, and where they have one, a language and a time.
///
/// An item answers to its ``identifier``, to its ``key`` in its ``keySpace``, and to the ``commonKey`` that means the
/// same in all formats.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "song.m4a"))
/// let items = try await asset.load(.commonMetadata)
/// let titles = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle)
/// print(try await titles.first?.load(.stringValue) ?? "without a title")
/// ```
///
/// Values are of the type that the file gives them: ask for the text, the number, the date or the bytes. Large ones,
/// such as covers, are read from the file when somebody asks for them, so `load` is better than the property.
///
/// Items of one file do not change; to make one, use ``AVMutableMetadataItem``. An addition to AVFoundation:
/// ``akDetails`` has the name that people use for an item, whatever its file calls it.
///
/// SAFETY: all that changes is behind the lock of `state`; values are copies that are only read.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    let state: Protected<MetadataItemState>

    init(state: MetadataItemState) {
        self.state = Protected(state)
        super.init()
    }

    /// Makes an item that says nothing.
    public override init() {
        state = Protected(MetadataItemState())
        super.init()
    }

    /// Makes an item of what a container says, valid for a stretch of the timeline where `timeRange` is given.
    convenience init(
        entry: MetadataEntry,
        timeRange: CMTimeRange = .invalid,
        load: @escaping MetadataBytesLoader
    ) {
        var state = MetadataItemState(entry, load: load)
        if timeRange.isValid { (state.time, state.duration) = (timeRange.start, timeRange.duration) }
        self.init(state: state)
    }

    /// The name in one text: the key space, a slash and the key.
    open var identifier: AVMetadataIdentifier? { state.withLock { $0.identifier } }

    /// The name within the key space: a text, or a number for the four-character codes of iTunes tags and user data.
    open var key: (any NSCopying & NSObjectProtocol)? { state.withLock { $0.key } }

    /// Where the key comes from.
    open var keySpace: AVMetadataKeySpace? { state.withLock { $0.keySpace } }

    /// The key that means the same in all formats, where there is one.
    open var commonKey: AVMetadataKey? { state.withLock { $0.commonKey } }

    /// The language as a BCP 47 tag; `und` where the file says that it does not know, nil where it says nothing.
    open var extendedLanguageTag: String? { state.withLock { $0.extendedLanguageTag } }

    /// The language as Foundation has it.
    open var locale: Locale? { state.withLock { $0.locale } }

    /// When on the timeline the item holds; invalid where it holds for all of it.
    open var time: CMTime { state.withLock { $0.time } }

    /// How long the item holds; invalid where that is not known.
    open var duration: CMTime { state.withLock { $0.duration } }

    /// The moment in the world at which the item begins to hold.
    open var startDate: Date? { state.withLock { $0.startDate } }

    /// The type of the value by name, such as `com.apple.metadata.datatype.UTF-8`.
    open var dataType: String? { state.withLock { $0.dataType } }

    /// The value: a text, a number, data, a date, or a dictionary of those.
    ///
    /// Waits where the value has to be read first, and is nil where that fails; `load(.value)` does not wait and throws.
    open var value: (any NSCopying & NSObjectProtocol)? { readValue?.object }

    /// The value as a text; numbers and dates have one, data only where ``dataType`` says that it is text.
    open var stringValue: String? { typedValue?.string }

    /// The value as a number; a text has one where it spells one in digits.
    open var numberValue: NSNumber? { typedValue?.number }

    /// The value as a moment; a text has one where it is a date of ISO 8601, whole or in part. A date without a zone is
    /// universal time.
    open var dateValue: Date? { typedValue?.date }

    /// The value as bytes; those of a text, and of a number whose ``dataType`` says how many there are.
    open var dataValue: Data? { typedValue?.data }

    /// What else is said about the value.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { state.withLock { $0.extraAttributes } }

    /// The same item where it does not change, otherwise one with what it says now.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// An item that says the same and can be changed. A value that has to be read is read once for both.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableMetadataItem(state: state.withLock { $0 })
    }

    open override var description: String {
        let state = state.withLock { $0 }
        let value = state.loader == nil ? state.knownValue.map { "\($0.object)".prefix(256) } : "not read yet"
        let parts: [(String, Any?)] = [
            ("identifier", state.identifier), ("keySpace", state.keySpace), ("key", state.key),
            ("commonKey", state.commonKey), ("language", state.extendedLanguageTag), ("dataType", state.dataType),
            ("value", value),
        ]
        let text = parts.compactMap { name, part in part.map { "\(name)=\($0)" } }.joined(separator: ", ")
        return "<\(type(of: self)): \(text)>"
    }
}

extension AVMetadataItem {
    /// What can be loaded, in the spelling of `loadValuesAsynchronously(forKeys:)`.
    static let loadableValueKeys: Set<String> = [
        "value", "stringValue", "numberValue", "dateValue", "dataValue", "extraAttributes",
    ]

    /// What reads the value; nil where there is nothing to read.
    var valueLoader: Loader<MetadataValue>? { state.withLock { $0.loader } }

    private var typedValue: MetadataValue? { value.map { MetadataValue(object: $0, dataType: dataType) } }

    /// The value, waited for.
    private var readValue: MetadataValue? {
        let (known, loader) = state.withLock { ($0.knownValue, $0.loader) }
        guard let loader else { return known }
        guard case .success(let value)? = loader.waitForResult() else { return nil }
        return value
    }
}
