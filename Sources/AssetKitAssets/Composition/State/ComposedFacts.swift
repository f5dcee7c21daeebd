internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitEdits
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What a track of a composition is made of and says of itself, from its segments and from what is loaded of their sources.
struct ComposedFacts {
    let facts: TrackFacts
    let composed: ComposedTrack

    /// Asks for the assets of its sources. Throws where one cannot be opened, or has no such track.
    init(_ track: CompositionState.Track, _ assets: inout CompositionAssets) throws {
        var places: [CompositionSource: Int] = [:]
        var sources: [TrackSource] = []
        /// The place among them, where a source gets one when it is first seen.
        func number(of source: CompositionSource) throws -> Int {
            if let place = places[source] { return place }
            let loaded = try assets.asset(of: source)
            // Of a file that is given as several assets all are this one.
            let own = CompositionSource(media: .loaded(LoadedMedia(asset: loaded)), trackID: source.trackID)
            let place = places[own] ?? sources.count
            if place == sources.count {
                sources.append(try Self.source(own, loaded).replacing(track.replacements))
            }
            (places[source], places[own]) = (place, place)
            return place
        }
        var stretches: [ComposedTrack.Stretch] = []
        for segment in track.segments.segments {
            guard let source = segment.source else { continue }
            let place = try number(of: source)
            let stretch = ComposedTrack.Stretch(source: place, mapping: segment.whole, target: segment.target)
            // Where a segment has been split, and nothing has come between, nobody is to see that.
            if let joined = stretches.last?.joined(with: stretch) {
                stretches[stretches.count - 1] = joined
            } else {
                stretches.append(stretch)
            }
        }
        composed = ComposedTrack(sources: sources, stretches: stretches)
        facts = Self.facts(track, sources)
    }

    private static func source(_ source: CompositionSource, _ loaded: LoadedAsset) throws -> TrackSource {
        guard let track = loaded.tracks.first(where: { $0.trackID == source.trackID }) else {
            let reason = "'\(loaded.input.name)' has no track \(source.trackID)"
            throw MediaProblem(code: .noSourceTrack, reason: reason)
        }
        return loaded.source(of: track)
    }

    /// As the first source has it, but for what belongs to the track itself.
    private static func facts(_ track: CompositionState.Track, _ sources: [TrackSource]) -> TrackFacts {
        var facts = TrackFacts(track.trackID, track.mediaType)
        if let first = sources.first?.facts { facts.take(media: first) }
        facts.isEnabled = track.isEnabled
        facts.languageCode = track.languageCode
        facts.extendedLanguageTag = track.extendedLanguageTag
        facts.preferredVolume = track.preferredVolume
        facts.references = track.associations
        facts.segments = track.segments.segments.map(\.mapping)
        facts.timeRange = CMTimeRange(start: .zero, duration: track.segments.duration)
        facts.timescale = track.naturalTimeScale ?? sources.first?.facts.timescale ?? 600
        facts.isSelfContained = sources.allSatisfy(\.facts.isSelfContained)
        facts.isDecodable = !sources.isEmpty && sources.allSatisfy(\.facts.isDecodable)
        facts.isProtected = sources.contains(where: \.facts.isProtected)
        facts.descriptions = sources.flatMap(\.facts.descriptions).withoutRepeats
        facts.video?.transform = track.preferredTransform
        facts.video?.minimumFrameDuration = sources.shortestPicture
        facts.video?.nominalFrameRate = sources.compactMap { $0.facts.video?.nominalFrameRate }.max() ?? 0
        return facts
    }
}

extension TrackSource {
    /// What replaces a description that the media has counts in its place.
    fileprivate func replacing(_ replacements: [AVCompositionTrackFormatDescriptionReplacement]) -> TrackSource {
        guard !replacements.isEmpty, facts.video != nil else { return self }
        let own = facts.formatDescriptions
        let found = replacements.last { own.contains($0.originalFormatDescription) }
        return found.map { redescribed(by: $0.replacementFormatDescription) } ?? self
    }
}

extension TrackFacts {
    /// Where it would end before, nothing shows for the rest.
    func lasting(_ minimum: CMTime) -> TrackFacts {
        let end = timeRange.end
        guard end < minimum else { return self }
        var facts = self
        let rest = CMTimeRange(start: end, end: minimum)
        facts.segments.append(CMTimeMapping(source: .invalid, target: rest))
        facts.timeRange = CMTimeRange(start: .zero, end: minimum)
        return facts
    }

    /// What the samples of another track are like.
    fileprivate mutating func take(media other: TrackFacts) {
        (codec, codecName, profile, level, traits) = (
            other.codec, other.codecName, other.profile, other.level, other.traits
        )
        (video, audio, characteristics) = (other.video, other.audio, other.characteristics)
        (requiresReordering, hasSampleDependencies) = (other.requiresReordering, other.hasSampleDependencies)
        (estimatedDataRate, bitRateMode) = (other.estimatedDataRate, other.bitRateMode)
    }
}

extension [TrackSource] {
    /// Invalid where it is not known of all of them.
    fileprivate var shortestPicture: CMTime {
        let lengths = compactMap { $0.facts.video?.minimumFrameDuration }
        return lengths.allSatisfy(\.isNumeric) ? lengths.min() ?? .invalid : .invalid
    }
}

extension Array where Element: Hashable {
    fileprivate var withoutRepeats: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}
