internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A clip of a joined file, and what of it goes there.
struct JoinInput {
    /// What tells files that are copied apart.
    struct Key: Hashable {
        /// What is known of the file, of however many assets it is.
        let context: ObjectIdentifier
        let trackIDs: [Int32]
        /// Encoded clips are files of their own.
        let intermediate: String?
    }

    /// What is known of its file, and open of it.
    let context: SourceContext
    /// The part of the timeline of the source.
    var range: CMTimeRange
    var source: LoadedSource
    /// What has to be encoded.
    var differences: [JoinModel.Difference] = []
    /// How it is cut to the picture, where nothing differs; nil where it is cut at key pictures, or not at all.
    var cut: ClipCut?
    /// The file that the cut makes, where that has been forecast before.
    private var known: LoadedSource?
    /// How many samples of each track of its own file are encoded; nil for all of them.
    private(set) var encodedCounts: [Int?] = []
    /// What making it cannot carry over, each a sentence.
    private var makingWarnings: [String] = []
    /// Why tracks of pictures and of sound cannot be in the file as they are.
    var obstacles: [Int32: String] = [:]
    var warnings: [String] = []
    /// The file in which that has been done.
    var intermediate: String?
    /// What of the asset the source begins with; it is a file of its own where a clip has been made anew.
    var offset = CMTime.zero
    /// The clip ends where the asset does.
    var reachesEnd = true
    /// What there is of tracks that it does not have from its beginning to its end.
    var trackRanges: [TrackRanges] = []
    /// The tracks of sound of the asset, in their order.
    var originalSounds: [Int32] = []

    init(_ clip: TimelineClip, _ source: LoadedSource, _ context: SourceContext) {
        (self.source, self.context, range) = (source, context, clip.range)
    }

    /// The same, all of whose tracks are encoded. `why`: a sentence.
    func rendered(because why: String) -> JoinInput {
        var result = self
        for track in source.tracks { result.obstacles[track.facts.trackID] = why }
        return result
    }

    var key: Key {
        let trackIDs = source.tracks.map(\.facts.trackID)
        return Key(context: ObjectIdentifier(context), trackIDs: trackIDs, intermediate: intermediate)
    }

    /// A file of its own is made of it before it is joined.
    var isMadeAnew: Bool { !differences.isEmpty || cut.map { !$0.copiesRuns } ?? false }

    /// All of its pictures are encoded, or what else has to be like that of others.
    var encodesPictures: Bool { !differences.isEmpty || cut?.plan.stretches.contains(where: \.isOfPictures) ?? false }

    /// The cut that is made: where something differs, all is encoded instead.
    private var madeCut: ClipCut? { differences.isEmpty ? cut : nil }

    /// What cutting it cannot carry over, each a sentence.
    var cutWarnings: [String] { isMadeAnew ? makingWarnings : madeCut?.plan.warnings ?? [] }

    /// What is copied and what is encoded of it where it is cut to the picture.
    var stretches: [AKExportPlan.Stretch] { madeCut?.stretches ?? [] }

    /// Why tracks are encoded, each a sentence.
    var reasonsToEncode: [String] {
        if let madeCut { return madeCut.plan.tracks.indices.compactMap(madeCut.reasonToEncode) }
        let reasons = differences.map(\.reason)
        let others = source.tracks.indices.filter { encodes($0) }.count - differences.count
        return isWhole || others <= 0 ? reasons : reasons + [JoinConforming.cutsExactly]
    }

    /// Why a track of the source is encoded, a sentence; nil where it is not.
    func reasonToEncode(_ place: Int) -> String? {
        if let madeCut { return madeCut.reasonToEncode(place) }
        guard encodes(place) else { return nil }
        let own = differences.first { $0.trackID == source.tracks[place].facts.trackID }
        return own?.reason ?? JoinConforming.cutsExactly
    }

    /// Whether a track of the source is one of those that are encoded to be like others.
    private func encodes(_ place: Int) -> Bool {
        guard source.tracks.indices.contains(place), !differences.isEmpty else { return false }
        let facts = source.tracks[place].facts
        let isCut = !isWhole && [.video, .audio].contains(facts.mediaType)
        return isCut || differences.contains { $0.trackID == facts.trackID }
    }

    /// The file that the clip became. The joined track says how its pictures are shown, whatever they say themselves.
    func shown(_ made: LoadedSource) -> LoadedSource {
        var looks = source.tracks.filter { $0.facts.mediaType == .video }.map { track in
            differences.first { $0.trackID == track.facts.trackID }?.model.facts.video ?? track.facts.video
        }[...]
        let tracks = made.tracks.map { track in
            guard track.facts.mediaType == .video, let own = track.facts.video, let look = looks.popFirst(), var look
            else { return track }
            (look.nominalFrameRate, look.minimumFrameDuration) = (own.nominalFrameRate, own.minimumFrameDuration)
            var facts = track.facts
            facts.video = look
            return LoadedSource.Track(facts: facts, index: track.index, isTabled: track.isTabled, origin: track.origin)
        }
        return LoadedSource(input: made.input, facts: made.facts, tracks: tracks, original: source.name)
    }

    /// The clip as it will be once it has been encoded, planned as that would be, and with nothing written.
    func expected(_ target: CopyTarget) throws -> JoinInput {
        guard isMadeAnew else { return self }
        return try Named.by(source.name) {
            let plan = try madeCut?.plan ?? conforming(target).plan()
            var result = self
            result.encodedCounts = madeCut?.encodedCounts ?? encodedTracks
            result.makingWarnings = madeCut?.plan.warnings ?? []
            let before = madeCut == nil ? nil : known
            result.source = try before ?? shown(JoinForecast(input: self, plan: plan).source())
            result.offset = CMTimeMaximum(range.start, .zero)
            result.range = CMTimeRange(start: .zero, duration: .positiveInfinity)
            // Parts of one asset are files of their own.
            result.intermediate = "expected \(range.start.seconds) \(range.end.seconds)"
            return result
        }
    }

    /// The same for who asks again: a cut stays as it is, until all of the clip is encoded.
    mutating func forecast(_ target: CopyTarget) throws -> JoinInput {
        let expected = try expected(target)
        if madeCut != nil { known = expected.source }
        return expected
    }

    /// How many of the samples that go from a track of its file into the new one were encoded for that.
    func encodedCount(ofTrack place: Int, among count: Int) -> Int {
        guard encodedCounts.indices.contains(place) else { return 0 }
        return encodedCounts[place].map { min($0, count) } ?? count
    }

    private func conforming(_ target: CopyTarget) -> JoinConforming {
        JoinConforming(
            context: context,
            range: range,
            source: source,
            differences: differences,
            target: target
        )
    }

    /// Of each track no sample or all, where what differs is encoded.
    private var encodedTracks: [Int?] { source.tracks.indices.map { encodes($0) ? nil : 0 } }

    /// Makes the clip a file of its own, as the only one of its name, and becomes all of that.
    mutating func make(
        at path: String,
        _ target: CopyTarget,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws {
        var length = CMTime.positiveInfinity
        if let madeCut {
            let made = try madeCut.run(to: path, progress)
            (encodedCounts, makingWarnings) = (made.tracks.map(\.encodedSampleCount), made.warnings)
            // Files without edits last as long as their last packet of sound.
            if !madeCut.hasEdits { length = made.duration }
        } else {
            encodedCounts = encodedTracks
            try conforming(target).run(to: path, progress)
        }
        offset = CMTimeMaximum(range.start, .zero)
        range = CMTimeRange(start: .zero, duration: length)
        intermediate = path
    }

    /// All of the asset's timeline is wanted.
    var isWhole: Bool { range.start <= .zero && range.end >= source.duration }
}
