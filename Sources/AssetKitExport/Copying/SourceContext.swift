internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources

/// The source of an export, and what its stages share: samples are listed once, the file is opened once, and encoders
/// are asked for their headers once, whoever needs them. Listing blocks where samples have to be read.
final class SourceContext: Sendable {
    let loaded: LoadedAsset
    /// What people know it by.
    let name: String
    /// What is open already.
    let session: ReadingSession
    let encoders: EncoderHeaders
    /// What the files were when the export began, with the names that messages call them by.
    private let identities: [(name: String?, value: SourceIdentity)]
    private let known = Lock<[Int32: LoadedSource.Track]>([:])

    /// `flag` ends the export. `name`: what people know it by, where that is not what the file is opened by.
    convenience init(_ loaded: LoadedAsset, _ flag: CancellationFlag = CancellationFlag(), name: String? = nil) {
        self.init(loaded, ReadingSession(loaded.input, flag: flag), EncoderHeaders(), name, isPart: false)
    }

    /// Another source of the same export: of all of them together few files are open. `isPart`: it is one of a composition's,
    /// so that messages have to say which.
    convenience init(_ loaded: LoadedAsset, besides other: SourceContext, name: String? = nil, isPart: Bool = false) {
        self.init(loaded, other.session, other.encoders, name, isPart: isPart)
    }

    private init(
        _ loaded: LoadedAsset,
        _ session: ReadingSession,
        _ encoders: EncoderHeaders,
        _ name: String?,
        isPart: Bool
    ) {
        self.name = name ?? loaded.input.name
        (self.loaded, self.session, self.encoders) = (loaded, session, encoders)
        let isNamed = isPart || loaded.composed != nil
        identities = loaded.inputs.map { (isNamed ? $0.name : nil, SourceIdentity($0)) }
    }

    /// Throws where a file is not there, or not what it was when the export began.
    func checkFiles() throws {
        for (name, identity) in identities {
            try MediaProblem.naming(name) { try identity.check(mustExist: name != nil) }
        }
    }

    /// Ends the export.
    var flag: CancellationFlag { session.flag }

    /// The source with the chosen ones of its tracks; nil chooses all. Tracks that are none, because what they tell stands
    /// in others, are left out. Throws where there are samples and they cannot be listed.
    func samples(of chosen: Set<Int32>? = nil) throws -> LoadedSource {
        var tracks: [LoadedSource.Track] = []
        for track in loaded.tracks where chosen?.contains(track.trackID) ?? true {
            if let listed = try listed(track) { tracks.append(listed) }
        }
        return LoadedSource(input: loaded.input, facts: loaded.facts, tracks: tracks)
    }

    /// Reads what has no table to its end, unless the export is given up.
    private func list(_ samples: AssetSamples, _ facts: TrackFacts) throws -> SampleIndex {
        try samples.waitForIndex(of: facts.trackID, flag).decodable(facts)
    }

    private func listed(_ track: AVAssetTrack) throws -> LoadedSource.Track? {
        if let listed = known.withLock({ $0[track.trackID] }) { return listed }
        guard let samples = try loaded.listableSamples(of: track) else { return nil }
        let (facts, tabled) = (track.facts, samples.tabledIndex(of: track.trackID))
        let index = if let tabled { tabled } else { try list(samples, facts) }
        let listed = LoadedSource.Track(facts: facts, index: index, isTabled: tabled != nil)
        let placed = try LoadedSource(input: loaded.input, facts: loaded.facts, tracks: [listed]).withOrigins().tracks[
            0
        ]
        // Whoever else has listed it meanwhile has found the same.
        known.withLock { $0[track.trackID] = placed }
        return placed
    }
}
