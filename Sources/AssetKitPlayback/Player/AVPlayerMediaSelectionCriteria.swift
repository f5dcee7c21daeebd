public import AssetKitMedia
public import Foundation

/// What a user prefers where an item offers something to choose from: languages, and what else options should be.
///
/// ```swift
/// let player = AVPlayer(url: URL(filePath: "film.mkv"))
/// let german = AVPlayerMediaSelectionCriteria(preferredLanguages: ["de", "en"], preferredMediaCharacteristics: nil)
/// player.setMediaSelectionCriteria(german, forMediaCharacteristic: .audible)
/// ```
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.

    /// Languages, the best first.
    public let preferredLanguages: [String]?
    /// What an option should be besides.
    public let preferredMediaCharacteristics: [AVMediaCharacteristic]?
    /// What an option must be, before languages count.
    public let principalMediaCharacteristics: [AVMediaCharacteristic]?

    /// Makes criteria of languages and characteristics.
    public convenience init(preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?) {
        self.init(
            principalMediaCharacteristics: nil,
            preferredLanguages: preferredLanguages,
            preferredMediaCharacteristics: preferredMediaCharacteristics
        )
    }

    /// Makes criteria of characteristics that count before languages, languages, and other characteristics.
    public init(
        principalMediaCharacteristics: [AVMediaCharacteristic]?,
        preferredLanguages: [String]?,
        preferredMediaCharacteristics: [AVMediaCharacteristic]?
    ) {
        self.preferredLanguages = preferredLanguages
        self.preferredMediaCharacteristics = preferredMediaCharacteristics
        self.principalMediaCharacteristics = principalMediaCharacteristics
        super.init()
    }
}

extension AVPlayer {
    /// What the user prefers of what is heard, read or seen; nil for nothing.
    public func mediaSelectionCriteria(
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> AVPlayerMediaSelectionCriteria? {
        engine.look { $0.criteria[mediaCharacteristic] }
    }

    /// Sets what the user prefers of what is heard, read or seen. Items that play are read anew where that is another track.
    public func setMediaSelectionCriteria(
        _ criteria: AVPlayerMediaSelectionCriteria?,
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) {
        engine.perform { core in
            core.criteria[mediaCharacteristic] = criteria
            for item in core.items { core.reload(item.core) }
        }
    }

    /// Whether what the user prefers counts for items whose options nobody has chosen.
    public var appliesMediaSelectionCriteriaAutomatically: Bool {
        get { engine.look { $0.appliesCriteria } }
        set {
            engine.perform { core in
                core.appliesCriteria = newValue
                for item in core.items { core.reload(item.core) }
            }
        }
    }
}
