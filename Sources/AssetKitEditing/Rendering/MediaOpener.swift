internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitInterchange
internal import AssetKitMedia
internal import AssetKitSources
internal import Foundation

/// Opens the media of a document, each once, as far as that is allowed.
final class MediaOpener {
    enum Answer {
        case tracks([AVAssetTrack])
        /// Why there is nothing, in one sentence.
        case missing(String)
        /// The clip is of no file, which the document's own warnings say.
        case nothing
    }

    private let policy: MediaReferencePolicy
    private let allowsReferences: Bool
    private var known: [String: Answer] = [:]
    /// Tracks refer to their assets weakly.
    private var assets: [AVAsset] = []

    init(folder: String, allowsReferences: Bool) {
        policy = MediaReferencePolicy(folder: folder)
        self.allowsReferences = allowsReferences
    }

    /// The tracks of what a clip shows.
    func open(_ media: EditMedia) async throws -> Answer {
        guard media.isFile else { return .nothing }
        if let answer = known[media.url] { return answer }
        let answer = try await tracks(media.url)
        known[media.url] = answer
        return answer
    }

    private func tracks(_ reference: String) async throws -> Answer {
        let url: URL
        switch policy.verdict(on: reference) {
        case .allowed(let path): url = URL(filePath: path)
        case .unusable(let reason): return .missing(reason)
        case .outside(let place, let reason):
            guard allowsReferences else { throw AVError(.referenceForbiddenByReferencePolicy, reason) }
            guard let outside = Self.url(place) else { return .missing("'\(reference)' is no address") }
            url = outside
        }
        var options: [String: Any] = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        if allowsReferences { options[AVURLAssetReferenceRestrictionsKey] = AVAssetReferenceRestrictions([]).rawValue }
        let asset = AVURLAsset(url: url, options: options)
        do {
            let tracks = try await asset.load(.tracks)
            assets.append(asset)
            return .tracks(tracks)
        } catch let error as CancellationError {
            throw error
        } catch {
            return .missing(error.localizedDescription)
        }
    }

    private static func url(_ place: MediaReferencePolicy.Place) -> URL? {
        switch place {
        case .file(let path): URL(filePath: path)
        case .address(let address): URL(string: address)
        }
    }
}
