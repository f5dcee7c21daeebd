internal import AssetKitBase
package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib

/// One track of one input, with what decoding it needs to know: what a plan names as a source. A plain value.
package struct TrackSource: Sendable {
    package let input: MediaInput
    /// FFmpeg's short names of the container.
    package let container: String
    package private(set) var facts: TrackFacts
    /// The samples, where the container has tables of them.
    package let index: SampleIndex?
    /// The samples where the container has no tables, and all of it has been read for their times. They count from the stored
    /// zero, and nothing is found by them.
    package var times: SampleIndex?
    /// The time stored in the file that is zero on the asset's timeline.
    package var startTime = CMTime.zero
    /// A client says other things of its pictures than its file does, which a copy of its samples would not.
    package var isRedescribed = false
    /// What a track of a composition is made of; nil for one of a file. It has no samples of its own, and no tables.
    package private(set) var composed: ComposedTrack?
    /// The tracks whose pictures this is put together of; nil for one by itself.
    package private(set) var layered: LayeredTrack?
    /// The tracks whose sum this is; nil for one by itself. It has no samples of its own either.
    package private(set) var mixed: MixedTrack?

    package init(
        input: MediaInput,
        container: String,
        facts: TrackFacts,
        index: SampleIndex?,
        startTime: CMTime = CMTime.zero
    ) {
        self.input = input
        self.container = container
        self.facts = facts
        self.index = index
        self.startTime = startTime
    }

    /// A track of a composition. `facts`: what it says of itself.
    package init(_ composed: ComposedTrack, _ facts: TrackFacts, of input: MediaInput) {
        self.init(input: input, container: "", facts: facts, index: nil)
        self.composed = composed
    }

    /// Pictures of several tracks in layers. `facts`: what the whole says of itself.
    package init(_ layered: LayeredTrack, _ facts: TrackFacts, of input: MediaInput) {
        self.init(input: input, container: "", facts: facts, index: nil)
        self.layered = layered
    }

    /// The sum of several tracks, which says of itself what the first one does.
    package init?(_ mixed: MixedTrack) {
        guard let first = mixed.inputs.first?.source else { return nil }
        self.init(input: first.input, container: "", facts: first.facts, index: nil)
        self.mixed = mixed
        facts.timeRange = mixed.inputs.map(\.source.facts.timeRange).reduce(facts.timeRange) { $0.union($1) }
    }

    /// The list that tells when pictures begin, and the time in it that is zero on the asset's timeline; nil where nobody knows
    /// before all has been read.
    var pictureList: (index: SampleIndex, origin: CMTime)? {
        index.map { ($0, .zero) } ?? times.map { ($0, startTime) }
    }

    /// Without a table nobody knows the times before all has been read.
    package var knowsTimes: Bool { composed?.sources.allSatisfy(\.knowsTimes) ?? (pictureList != nil) }

    /// The same track of a composition, of other sources at the same places.
    package func replacingSources(_ body: (TrackSource) throws -> TrackSource) rethrows -> TrackSource {
        guard let composed else { return try body(self) }
        var track = self
        track.composed = ComposedTrack(sources: try composed.sources.map(body), stretches: composed.stretches)
        return track
    }

    /// What is known of the container.
    package var containerTraits: ContainerTraits { ContainerTraits.named(container) }

    /// A file of nothing but sound whose samples stand alone, which its inspection has made sure of.
    var isKnownSound: Bool { input.isFile && containerTraits.habits.contains(.isRawSound) && facts.isPlainSound }

    /// Why the track cannot be decoded; nil when it can, as far as headers tell.
    package var obstacle: MediaProblem? {
        if let layered { return layered.tracks.values.lazy.compactMap(\.obstacle).first }
        if let mixed { return mixed.inputs.lazy.compactMap(\.source.obstacle).first }
        if let composed { return composed.sources.lazy.compactMap(\.namedObstacle).first }
        if facts.isProtected {
            return MediaProblem(code: .contentIsProtected, reason: "its samples are encrypted")
        }
        guard facts.isSelfContained else {
            let reason = "its samples lie in another file, which it may not open"
            return MediaProblem(code: .referenceForbiddenByReferencePolicy, reason: reason)
        }
        guard facts.isDecodable else {
            let codec = facts.codecName.isEmpty ? "its codec" : facts.codecName
            return MediaProblem(code: .decoderNotFound, reason: "there is no decoder for \(codec)")
        }
        return nil
    }

    /// The same with the name of the file, where it is one of several.
    private var namedObstacle: MediaProblem? {
        obstacle.map { MediaProblem(code: $0.code, inSource: input.name, reason: $0.reason) }
    }
}
