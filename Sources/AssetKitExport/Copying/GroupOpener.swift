internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources

/// The pictures of a piece that begin open groups and follow others than in their source. A plain value.
///
/// Such a picture of H.264 is no IDR picture, and one of HEVC is a CRA picture: their numbers go on from those of the pictures
/// before, which are not there.
struct OpenGroups: Sendable {
    /// When they show, in ticks of the stored media.
    var ticks: Set<Int64> = []
    /// The decoder's headers that go with what they become, by the descriptions of the source's samples.
    var headers: [Int: [UInt8]] = [:]

    /// A clip whose pictures cannot be changed so that decoding begins anew with them.
    struct Refusal: Error {
        /// The place of the clip in the plan.
        let clip: Int
        /// Which one it is of its source's tracks of pictures. A clip that has been made anew is a file of its own, which
        /// numbers tracks anew.
        let ordinal: Int
        /// What people know the source by.
        let name: String
        let cause: any Error

        /// A sentence about the source.
        var reason: String { OpenGroups.reason(cause) }

        /// The same with what to do.
        var error: AVError { AVError.copying(name, because: OpenGroups.problem(cause)) }
    }

    /// All clips of a plan of which that is so; at least one.
    struct Refusals: Error {
        let all: [Refusal]

        /// What is told where nothing can be encoded instead.
        var error: any Error { all.first.map(\.error) ?? AVError(.exportFailed) }
    }

    /// Some pictures are of a kind that cannot be changed; other errors are about reading them.
    static func isObstacle(_ error: any Error) -> Bool { error is SpliceObstacle || error is BitstreamError }

    private static func reason(_ obstacle: any Error) -> String {
        "an open group of its pictures cannot be copied behind others (\(obstacle))"
    }

    fileprivate static func problem(_ obstacle: any Error) -> MediaProblem {
        let reason = "\(reason(obstacle)); smart and exact cuts encode what cannot be copied"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }
}

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
