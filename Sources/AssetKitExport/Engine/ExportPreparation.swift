internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

/// What is found out about a plan before anything is written: samples are listed, and encoders tell the headers of what
/// they would make. A dry run ends here. Making one blocks.
struct ExportPreparation: Sendable {
    /// Without tracks that have nothing to be copied, such as subtitles that begin later.
    let plan: ExportPlan
    let context: SourceContext
    let settings: ExportSettings
    /// What of each track is copied; nil for tracks that are encoded.
    let copies: [CopiedTrack?]
    /// The samples of each track of which only a part is copied; nil for other tracks.
    let stored: [LoadedSource?]
    /// What joins copied and encoded pictures of each track, by their descriptions; nothing for other tracks.
    let joints: [[Int: SpliceFormat]]
    /// The file that is to be made.
    let sink: SinkPlan

    init(_ wanted: ExportPlan, of context: SourceContext, _ settings: ExportSettings) throws {
        guard wanted.tracks.allSatisfy({ $0.stretches.count == 1 }) else {
            let reason = "tracks of several stretches cannot be made yet"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        var found: [CopiedTrack?] = []
        var empty: Set<Int> = []
        for (number, track) in wanted.tracks.enumerated() {
            do {
                let copy = try track.isStored ? CopiedTrack(track.trackID, of: context, wanted, settings) : nil
                found.append(copy?.passing(at: track.speed))
            } catch let error where error.isLackOfSamples && wanted.canDo(without: track) {
                found.append(nil)
                empty.insert(number)
            }
        }
        let everyJoint = try wanted.tracks.map { try context.joints(of: $0, in: wanted.fileType) }
        let kept = wanted.tracks.indices.filter { !empty.contains($0) }
        let (plan, copies, joints) = (try wanted.keeping(kept), kept.map { found[$0] }, kept.map { everyJoint[$0] })
        stored = try plan.tracks.map { try $0.storedSamples(of: context) }
        let planner = SinkPlanner(export: plan, context: context, settings: settings)
        sink = try planner.plan(copies, joints)
        (self.plan, self.context, self.settings) = (plan, context, settings)
        (self.copies, self.joints) = (copies, joints)
    }

    var loaded: LoadedAsset { context.loaded }

    /// The plan that the export would end with. Throws where such a file cannot be written.
    func rehearsed() throws -> ExportPlan {
        if settings.options.streamSegmentDuration == nil { try MediaSinks.check(sink) }
        var rehearsed = plan
        rehearsed.warnings += losses
        return rehearsed
    }

    /// What the file cannot say of when copied tracks are presented, each a sentence.
    var losses: [String] { copies.flatMap { $0?.warnings ?? [] } }
}

extension LoadedAsset {
    /// What rendering a track of a plan needs to know.
    func source(of track: ExportTrack) throws -> TrackSource {
        if case .sound(let rendering) = track.treatment, let mix = rendering.mix,
            let mixed = TrackSource(try mix.track(of: self))
        {
            return mixed
        }
        guard let found = tracks.first(where: { $0.trackID == track.trackID }) else {
            throw MediaProblem(code: .noSourceTrack, reason: "there is no track \(track.trackID)")
        }
        return source(of: found)
    }
}

extension SourceContext {
    fileprivate func joints(of track: ExportTrack, in fileType: AVFileType) throws -> [Int: SpliceFormat] {
        guard case .spliced(let splice) = track.treatment else { return [:] }
        return try SpliceFormat.formats(splice, of: try loaded.source(of: track).facts, in: fileType, encoders)
    }
}

extension ExportTrack {
    fileprivate func storedSamples(of context: SourceContext) throws -> LoadedSource? {
        guard case .spliced = treatment else { return nil }
        return try context.samples(of: [trackID])
    }
}

extension ExportPlan {
    /// A track that may turn out to have nothing to be copied; other tracks are what the file is made for.
    fileprivate func canDo(without track: ExportTrack) -> Bool {
        switch track.mediaType {
        case .video: false
        case .audio: tracks.contains { $0.mediaType == .video }
        default: true
        }
    }

    /// The same with these of its tracks, and what becomes of the others among the warnings.
    fileprivate func keeping(_ places: [Int]) throws -> ExportPlan {
        var rest = self
        rest.tracks = places.map { tracks[$0] }
        guard !rest.tracks.isEmpty else { throw MediaProblem.withoutSamples }
        for number in tracks.indices where !places.contains(number) {
            let track = tracks[number].trackID
            rest.warnings.append("track \(track) is left out: \(MediaProblem.withoutSamples.reason)")
        }
        return rest
    }
}

extension Error {
    fileprivate var isLackOfSamples: Bool {
        let problem = (self as? AVError)?.underlyingError ?? self
        return (problem as? MediaProblem)?.isLackOfSamples ?? false
    }
}
