internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources

/// Makes decoding begin anew with pictures that begin open groups, as smart cuts do where a copied run begins: an IDR picture of
/// H.264, from which the numbers of those behind it count, and a BLA picture of HEVC. A plain value.
struct GroupOpener {
    /// A sample that has changed.
    struct Opened {
        var bytes: [UInt8]
        /// It begins its group.
        var isFirst: Bool
    }

    /// The samples behind a picture that has become such a beginning.
    private struct Run {
        var splicer: SampleSplicer
        /// All of them have one description.
        let description: Int
    }

    private let facts: TrackFacts
    /// When pictures show that have not come yet.
    private var waiting: Set<Int64>
    private var run: Run?

    /// nil where no sample changes.
    init?(_ groups: OpenGroups, of facts: TrackFacts) {
        guard !groups.ticks.isEmpty else { return nil }
        (self.facts, waiting) = (facts, groups.ticks)
    }

    /// Samples that follow may have to change.
    var isBusy: Bool { !waiting.isEmpty || run != nil }

    /// A sample as it goes into the new file; nil where it goes as it is. All of them have to come by here, in their order.
    /// What of a source cannot be changed is told in a sentence about it.
    mutating func opened(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample) throws -> Opened? {
        do {
            return try changed(bytes, sample)
        } catch let error where OpenGroups.isObstacle(error) {
            throw OpenGroups.problem(error)
        }
    }

    /// The same, which throws what cannot be changed as it is.
    mutating func changed(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample) throws -> Opened? {
        let isFirst = waiting.remove(sample.presentationTicks) != nil
        if isFirst { run = beginning(bytes, sample) }
        // Taken out, so that its lists are not copied when they change.
        guard var current = run.take(), current.description == sample.descriptionIndex else { return nil }
        var fresh: [UInt8]?
        do {
            fresh = try current.splicer.copied(bytes, isFirst: isFirst)
        } catch is BitstreamError where !isFirst {
            // It is damaged, and stays so. What follows has numbers of its own.
        }
        if !current.splicer.restIsUntouched { run = current }
        return fresh.map { Opened(bytes: $0, isFirst: isFirst) }
    }

    /// nil where a sample that nobody could look at before begins anew by itself, or makes no sense.
    private func beginning(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample) -> Run? {
        guard var splicer = facts.splicer(ofDescription: sample.descriptionIndex),
            (try? splicer.entry(bytes)) == .rewritten
        else { return nil }
        splicer.beginRun()
        return Run(splicer: splicer, description: sample.descriptionIndex)
    }
}

extension TrackFacts {
    /// What joins pictures of the codec, by its header.
    func splicer(_ header: [UInt8]) throws -> SampleSplicer {
        guard let codec = traits.splicing else {
            throw SpliceObstacle(reason: "pictures of the codec \(traits.name) cannot be joined with others")
        }
        return try SampleSplicer(codec: codec, header: header)
    }

    /// The same for one of the track's descriptions; nil where its header makes no sense.
    func splicer(ofDescription number: Int) -> SampleSplicer? {
        let formats = formatDescriptions
        guard formats.indices.contains(number) else { return nil }
        return try? splicer(formats[number].codecHeader)
    }
}
