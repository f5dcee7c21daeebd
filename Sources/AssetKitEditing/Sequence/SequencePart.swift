internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A part of a sequence whose asset has loaded.
struct SequencePart {
    let asset: AVAsset
    /// Within the asset.
    let range: CMTimeRange
    let name: String
    let pictures: AVAssetTrack?
    let sound: AVAssetTrack?
    /// How its pictures follow each other; nil where it has none.
    let rhythm: PictureRhythm?
    /// When its pictures begin, on the asset's timeline; nil where they do not all show for as long.
    var grid: PictureGrid? { rhythm?.grid }

    /// Pictures and sound of a file seldom begin and end at the very same times. What is longer is meant.
    static let longestMoment = CMTime(value: 1, timescale: 10)

    init(_ part: AKSequence.Part) async throws {
        asset = part.asset
        let file = (part.asset as? AVURLAsset).map { $0.url.isFileURL ? $0.url.relativePath : $0.url.absoluteString }
        let name = part.name ?? file ?? "media in memory"
        self.name = name
        let (duration, tracks) = try await Self.naming(name) { try await part.asset.load(.duration, .tracks) }
        let whole = CMTimeRange(start: .zero, duration: duration)
        range = part.timeRange.map { duration.isNumeric ? $0.intersection(whole) : $0 } ?? whole
        pictures = tracks.first { $0.mediaType == .video }
        sound = tracks.first { $0.mediaType == .audio }
        if let pictures {
            rhythm = try await Self.naming(name) { try await PictureRhythm(pictures) }
        } else {
            rhythm = nil
        }
        guard range.start.isNumeric, range.duration.isNumeric, range.duration > .zero else {
            throw Self.failure(name, "there is nothing in its range")
        }
    }

    /// What of its asset's chapters is in its range, at a place on the timeline of the sequence.
    fileprivate func chapters(in place: CMTimeRange) -> [Chapter] {
        (asset.facts?.chapters ?? []).compactMap { chapter in
            let own = chapter.timeRange.intersection(range)
            guard own.duration.isNumeric, own.duration > .zero else { return nil }
            let moved = CMTimeRange(start: own.start - range.start + place.start, duration: own.duration)
            var chapter = chapter
            chapter.timeRange = moved.intersection(place)
            return chapter.timeRange.duration > .zero ? chapter : nil
        }
    }

    /// What goes wrong is told with the part's name.
    static func naming<Result>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw failure(name, (error as? AVError)?.failureReason ?? error.localizedDescription, because: error)
        }
    }

    static func failure(_ name: String, _ reason: String, because cause: (any Error)? = nil) -> AVError {
        AVError(
            (cause as? AVError)?.code ?? .invalidSourceMedia,
            "cannot take '\(name)': \(reason)",
            underlying: cause
        )
    }
}

extension [SequencePart] {
    /// Sound in a file of its own is silent where the last parts have none, until their pictures end, unless that is a moment.
    func keepSilentEnd(of composition: AVMutableComposition) {
        guard contains(where: { $0.sound != nil }) else { return }
        let heard = composition.tracks(withMediaType: .audio).map(\.timeRange.end).max() ?? .zero
        guard heard > .zero, composition.duration - heard > SequencePart.longestMoment else { return }
        composition.akMinimumDuration = composition.duration
    }

    /// The chapters of all parts, each of which begins at a time. Those of one end where the next one begins.
    func chapters(at starts: [CMTime], until end: CMTime) -> [Chapter] {
        let ends: [CMTime] = starts.dropFirst() + [end]
        return zip(self, zip(starts, ends)).flatMap { part, place in
            part.chapters(in: CMTimeRange(start: place.0, end: place.1))
        }
    }
}
