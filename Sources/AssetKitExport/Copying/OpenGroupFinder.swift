internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

extension CopyPlan {
    /// The same, in which decoding begins anew wherever pictures follow others than in their source. It looks at the first ones
    /// there, so it blocks; `flag` ends that. Throws where they cannot be changed for that.
    func openingGroups(_ flag: CancellationFlag) throws -> CopyPlan {
        do {
            return try openingGroupsOfClips(flag)
        } catch let refusals as OpenGroups.Refusals {
            throw refusals.error
        }
    }

    /// The same for whoever can encode a clip instead, which is told by ``OpenGroups/Refusals``.
    func openingGroupsOfClips(_ flag: CancellationFlag) throws -> CopyPlan {
        guard let source = sources.first else { return self }
        var finder = OpenGroupFinder(self, ReadingSession(source.input, flag: flag))
        return try finder.found()
    }
}

/// Finds the pictures that follow others than in their source and that decoding cannot begin anew with as they are.
private struct OpenGroupFinder {
    /// A track of a source.
    private struct Origin: Hashable {
        let source: Int
        let track: Int
    }

    private struct Picture: Hashable {
        let origin: Origin
        let place: Int
    }

    /// What a track of the new file has last.
    private struct Last {
        let origin: Origin
        /// The place behind the last sample.
        let end: Int
        /// Numbers in its samples are not those of the source.
        var isChanged: Bool
    }

    /// How decoding can begin with a picture.
    private enum Beginning {
        /// As it is.
        case anew
        /// Once it has been changed.
        case opened
        /// It is not known before it is copied.
        case unseen
        /// Hardly at all.
        case doubtful
    }

    private var plan: CopyPlan
    private let session: ReadingSession
    /// By the tracks of the new file.
    private var lasts: [Int: Last] = [:]
    private var known: [Picture: Beginning] = [:]
    /// How many samples can be changed from such pictures on.
    private var changeable: [Picture: Int] = [:]
    /// One at a time: files of many sources are not to be open at once.
    private var reader: (origin: Origin, samples: PlacedSamples)?
    /// When pictures show in the new file that may be wrong.
    private var doubts: [CMTime] = []

    init(_ plan: CopyPlan, _ session: ReadingSession) { (self.plan, self.session) = (plan, session) }

    mutating func found() throws -> CopyPlan {
        var refusals: [OpenGroups.Refusal] = []
        for clip in plan.clips.indices {
            do {
                try Named.by(plan.sources[plan.clips[clip].source].name) {
                    for number in plan.clips[clip].copiedRuns.indices { try look(at: number, ofClip: clip) }
                }
            } catch let refusal as OpenGroups.Refusal {
                // Who encodes clips instead wants to know all of them at once.
                refusals.append(refusal)
            }
        }
        guard refusals.isEmpty else { throw OpenGroups.Refusals(all: refusals) }
        if let warning { plan.warnings.append(warning) }
        return plan
    }

    private var warning: String? {
        guard let first = doubts.first else { return nil }
        let others = doubts.count == 1 ? "" : " and at \(doubts.count - 1) more joints"
        let start = (first.seconds * 1000).rounded() / 1000
        return "pictures may be wrong at first from \(start) s on\(others): they do not say that decoding can begin "
            + "with them; smart and exact cuts encode such pictures"
    }

    private mutating func look(at number: Int, ofClip clip: Int) throws {
        let (source, copied) = (plan.clips[clip].source, plan.clips[clip].copiedRuns[number])
        let track = plan.sources[source].tracks[copied.sourceTrack]
        let codec = track.facts.traits.splicing
        guard codec == .h264 || codec == .hevc else { return }
        let origin = Origin(source: source, track: copied.sourceTrack)
        for (place, run) in copied.samples.enumerated() {
            let before = lasts[copied.track]
            let isChanged = before?.isChanged ?? false
            lasts[copied.track] = Last(origin: origin, end: run.upperBound, isChanged: isChanged)
            // What a file begins with has nothing before it, and what is shown before a picture has been left out behind it.
            guard let before, track.index.isEntry(run.lowerBound) else { continue }
            let next = copied.samples.dropFirst(place + 1).first
            let lacksLeading = next.map { !track.index.isEntry($0.lowerBound) } ?? false
            let follows = before.origin == origin && before.end == run.lowerBound
            if follows, !before.isChanged, !lacksLeading { continue }
            let picture = Picture(origin: origin, place: run.lowerBound)
            let beginning = try beginning(of: picture, track)
            lasts[copied.track]?.isChanged = beginning == .opened || beginning == .unseen
            let ticks = track.index.table.presentationTicks(of: run.lowerBound)
            switch beginning {
            case .anew: break
            case .doubtful: doubts.append(copied.time(of: track.index.tick.time(ticks)))
            case .unseen: plan.clips[clip].copiedRuns[number].openGroups.ticks.insert(ticks)
            case .opened:
                plan.clips[clip].copiedRuns[number].openGroups.ticks.insert(ticks)
                do {
                    let description = track.index[run.lowerBound].descriptionIndex
                    try open(description, of: track.facts, number, clip)
                    try change(group(copied.samples[place...], track.index), from: picture, track, source)
                } catch let error where OpenGroups.isObstacle(error) {
                    let own = plan.sources[source]
                    let ordinal = own.tracks.prefix(copied.sourceTrack).count(where: { $0.facts.mediaType == .video })
                    throw OpenGroups.Refusal(clip: clip, ordinal: ordinal, name: own.name, cause: error)
                }
            }
        }
    }

    // MARK: Groups

    /// So many samples of a group are looked at: more than encoders that are left to themselves put into one.
    private static let longestGroup = 300

    /// What is copied of the group that some runs begin with. The groups behind it are looked at when they are copied: encoders do
    /// not make them in another way.
    private func group(_ runs: ArraySlice<Range<Int>>, _ index: SampleIndex) -> [Int] {
        let places = runs.joined().prefix(Self.longestGroup)
        return Array(places.prefix(1)) + places.dropFirst().prefix { !index.isEntry($0) }
    }

    /// Does to samples what copying them will do. Throws where that cannot be done.
    private mutating func change(
        _ group: [Int],
        from picture: Picture,
        _ track: LoadedSource.Track,
        _ source: Int
    ) throws {
        guard changeable[picture] ?? 0 < group.count else { return }
        let ticks = track.index.table.presentationTicks(of: picture.place)
        guard var opener = GroupOpener(OpenGroups(ticks: [ticks]), of: track.facts) else { return }
        let samples = try samples(of: picture.origin, track, plan.sources[source])
        do {
            for place in group where opener.isBusy {
                _ = try samples.withBytes(of: place) { try opener.changed($0, track.index[place]) }
            }
        } catch let problem as MediaProblem where problem.code == .mediaChanged {
            // As for first pictures, copying says more.
        }
        changeable[picture] = group.count
    }

    /// Lets the decoder's header say what has to be said of pictures that have changed.
    private mutating func open(_ description: Int, of facts: TrackFacts, _ number: Int, _ clip: Int) throws {
        guard let splicer = facts.splicer(ofDescription: description) else { return }
        let header = try splicer.header(joinsOpenGroups: true)
        plan.clips[clip].copiedRuns[number].openGroups.headers[description] = header
        let copied = plan.clips[clip].copiedRuns[number]
        // Otherwise samples bring it along.
        guard !copied.carriesParameterSets else { return }
        let place = copied.formats.indices.contains(description) ? copied.formats[description] : 0
        guard plan.sink.tracks[copied.track].formats.indices.contains(place) else { return }
        let format = plan.sink.tracks[copied.track].formats[place]
        let whole = try facts.splicer(format.codecHeader).header(joinsOpenGroups: true)
        plan.sink.tracks[copied.track].formats[place] = format.with(codecHeader: whole)
    }

    // MARK: Pictures

    private mutating func beginning(of picture: Picture, _ track: LoadedSource.Track) throws -> Beginning {
        let source = plan.sources[picture.origin.source]
        // What is not there yet will begin with an encoded picture, or is looked at when it is there.
        guard !source.isForecast else { return .anew }
        if let known = known[picture] { return known }
        let found = try look(at: picture, track, source)
        known[picture] = found
        return found
    }

    private mutating func look(
        at picture: Picture,
        _ track: LoadedSource.Track,
        _ source: LoadedSource
    ) throws -> Beginning {
        let description = track.index[picture.place].descriptionIndex
        // Nobody can look into samples without a header that makes sense.
        guard let splicer = track.facts.splicer(ofDescription: description) else { return .anew }
        do {
            return try samples(of: picture.origin, track, source).withBytes(of: picture.place) { bytes in
                Self.beginning(bytes, splicer)
            }
        } catch let problem as MediaProblem where problem.code == .mediaChanged {
            // Some demuxers do not find by its time what they give in its turn. Where the file has changed, copying says so.
            return .unseen
        }
    }

    private static func beginning(_ bytes: UnsafeRawBufferPointer, _ splicer: SampleSplicer) -> Beginning {
        do {
            switch try splicer.entry(bytes) {
            case .clean: return .anew
            case .rewritten: return .opened
            case .none, .decodeOnly: return try splicer.refreshes(bytes) ? .anew : .doubtful
            }
        } catch {
            return .doubtful
        }
    }

    private mutating func samples(
        of origin: Origin,
        _ track: LoadedSource.Track,
        _ source: LoadedSource
    ) throws -> PlacedSamples {
        if let reader, reader.origin == origin { return reader.samples }
        let samples = try PlacedSamples(track.trackSource(in: source), track.index, session)
        reader = (origin, samples)
        return samples
    }
}

extension SampleIndex {
    /// Decoding can begin with a sample, as far as the container says.
    fileprivate func isEntry(_ place: Int) -> Bool { self[place].isSync || self[place].isPartialSync }
}
