internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A metadata item that can be made and changed, to be written into a new file.
///
/// ```swift
/// let title = AVMutableMetadataItem()
/// title.identifier = .commonIdentifierTitle
/// title.value = "Holiday" as NSString
/// title.extendedLanguageTag = "en"
/// let writer = try AVAssetWriter(url: URL(filePath: "film.mp4"), fileType: .mp4)
/// writer.metadata = [title]
/// ```
///
/// The identifier follows the key and its key space, and the other way round; so do the locale and the language tag.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// The name in one text. Setting it sets ``key`` and ``keySpace`` too; a text that is no identifier leaves them nil.
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set { state.withLock { $0.setIdentifier(newValue) } }
    }

    /// The name within the key space. Setting it sets ``identifier`` too, as soon as there is a key space.
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set { state.withLock { $0.setKey(newValue) } }
    }

    /// Where the key comes from. Setting it sets ``identifier`` too, as soon as there is a key.
    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { state.withLock { $0.setKeySpace(newValue) } }
    }

    /// The language as a BCP 47 tag. Setting it sets ``locale`` too.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { state.withLock { $0.setExtendedLanguageTag(newValue) } }
    }

    /// The language. Setting it sets ``extendedLanguageTag`` too.
    open override var locale: Locale? {
        get { super.locale }
        set { state.withLock { $0.setLocale(newValue) } }
    }

    /// When on the timeline the item holds.
    open override var time: CMTime {
        get { super.time }
        set { state.withLock { $0.time = newValue } }
    }

    /// How long the item holds.
    open override var duration: CMTime {
        get { super.duration }
        set { state.withLock { $0.duration = newValue } }
    }

    /// The moment in the world at which the item begins to hold.
    open override var startDate: Date? {
        get { super.startDate }
        set { state.withLock { $0.startDate = newValue } }
    }

    /// The type of the value by name.
    open override var dataType: String? {
        get { super.dataType }
        set { state.withLock { $0.dataType = newValue } }
    }

    /// The value. A copy is kept.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { super.value }
        set { state.withLock { $0.setValue(newValue) } }
    }

    /// What else is said about the value.
    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set { state.withLock { $0.extraAttributes = newValue } }
    }

    /// An item that says the same and does not change.
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVMetadataItem(state: state.withLock { $0 })
    }
}
