internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import Foundation

/// How the address of an asset is read: a ``NetworkOptions``, for tests.
package let networkOptionsKey = "AKNetworkOptions"

/// The options of an asset, read out of the dictionary that the client gave.
struct AssetOptions: Sendable {
    var prefersPreciseTiming = false
    var restrictions = AssetOptions.defaultRestrictions
    /// How addresses are read.
    var network = NetworkOptions()
    /// What the type of the media is, whatever the name of the file says.
    var fileType: AVFileType?
    var limits = AKOpeningLimits()

    /// Stricter than Apple's: a local file may not have other local files opened either.
    static let defaultRestrictions: AVAssetReferenceRestrictions = [
        .forbidLocalReferenceToLocal, .forbidLocalReferenceToRemote, .forbidRemoteReferenceToLocal,
    ]

    init(_ options: [String: Any]?) {
        guard let options else { return }
        prefersPreciseTiming =
            Number(options[AVURLAssetPreferPreciseDurationAndTimingKey]).map { $0.double != 0 } ?? false
        if let restrictions = options[AVURLAssetReferenceRestrictionsKey] as? AVAssetReferenceRestrictions {
            self.restrictions = restrictions
        } else if let rawValue: UInt = Number(options[AVURLAssetReferenceRestrictionsKey])?.whole() {
            restrictions = AVAssetReferenceRestrictions(rawValue: rawValue)
        }
        if let limits = options[AKOpeningLimitsKey] as? AKOpeningLimits { self.limits = limits }
        if let network = options[networkOptionsKey] as? NetworkOptions { self.network = network }
        network.userAgent = options[AVURLAssetHTTPUserAgentKey] as? String
        if let type = options[AVURLAssetOverrideMIMETypeKey] as? String {
            fileType = FileTypes.fileType(ofMIMEType: type)
        }
    }
}
