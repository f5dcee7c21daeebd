package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
package import CMTimeLib
internal import Dispatch
internal import Foundation

/// An open track that still pictures are taken of. The file is opened once, and decoders are kept, for as many calls as
/// there are. One call at a time.
package final class StillSession: StillTaking {
    private let source: TrackSource
    private let description: PictureDescription
    private let timeline: ShownTimeline
    private let media: OpenedMedia
    private let reader: any SampleReading
    private let counters: RenderCounters
    private let duration: CMTime
    /// Samples say when they are shown, so that a picture can be looked for.
    private let saysTimes: Bool
    private var workers: [StillWorker] = []
    /// The file is an image.
    private let image: StillImageFile?

    /// `description`: what pictures of the track mean, where somebody knows it better.
    package init(
        _ source: TrackSource,
        _ description: PictureDescription? = nil,
        duration: CMTime,
        counters: RenderCounters,
        flag: CancellationFlag
    ) throws {
        self.source = source
        self.description = description ?? source.description(of: source)
        let isStill = source.facts.video?.isStillImage ?? false
        image = isStill ? StillImageFile(source, counters) : nil
        timeline = ShownTimeline(source.facts.segments, duration: duration)
        media = try OpenedMedia(source.input, counters: counters, flag: flag)
        reader = try media.reader(of: source)
        (self.counters, self.duration) = (counters, duration)
        saysTimes = try isStill || reader.saysTimes()
    }

    /// Makes pictures and hands each to `deliver` as soon as it is ready, from several threads, in no order. Returns when
    /// all have been delivered.
    package func render(
        _ requests: [StillRequest],
        _ pictures: PictureRequest,
        flag: CancellationFlag,
        deliver: @escaping @Sendable (Int, Result<Still, any Error>) -> Void
    ) throws {
        if let image {
            let converter = PictureConverter(pictures, description)
            return try image.render(requests, converter, flag: flag, deliver: deliver)
        }
        guard saysTimes else {
            let converter = PictureConverter(pictures, description)
            let sequence = try StillSequence(source, media, reader, converter, duration: duration, flag: flag)
            return try sequence.render(requests, flag: flag, deliver: deliver)
        }
        let takesNeighbours = pictures.deinterlaces && source.facts.video?.fieldCount == 2
        let jobs = StillJobs(requests, reader, timeline, takesNeighbours: takesNeighbours)
        let count = jobs.isSingle ? 1 : SampleDecoder.threadCount(0)
        let threads = jobs.isSingle ? 0 : 1
        let crew = try (0..<count).map { try worker($0, threads, pictures) }
        let failure = Lock<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: crew.count) { number in
            do {
                try crew[number].work(on: jobs, flag: flag, deliver: deliver)
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        let times = Dictionary(requests.map { ($0.number, $0.time) }) { first, _ in first }
        for (number, cause) in jobs.unanswered {
            let none = MediaProblem.noPicture(at: times[number] ?? .invalid, duration: duration)
            deliver(number, .failure(cause ?? none))
        }
    }

    /// A worker that is kept from call to call, as long as it is asked for the same.
    private func worker(_ number: Int, _ threads: Int, _ pictures: PictureRequest) throws -> StillWorker {
        if number < workers.count, workers[number].suits(threads, pictures) { return workers[number] }
        let fresh = try StillWorker(
            reader.parameters,
            threadCount: threads,
            pictures,
            description,
            counters: counters
        )
        if number < workers.count { workers[number] = fresh } else { workers.append(fresh) }
        return fresh
    }
}

/// Hands out the jobs of one call to whoever is free.
///
/// The plan and the reader behind it are touched only under the lock.
final class StillJobs: Sendable {
    private enum Plan {
        case indexed(ArraySlice<IndexedStillPlan.Group>, any ListedSampleReading, unanswered: [Int])
        case seeking(SeekingStillPlanner)
    }

    private let plan: Protected<Plan>
    /// There is only one job, so its decoder gets a thread for every core.
    let isSingle: Bool

    init(
        _ requests: [StillRequest],
        _ reader: any SampleReading,
        _ timeline: ShownTimeline,
        takesNeighbours: Bool
    ) {
        if let listed = reader.listed {
            let made = IndexedStillPlan(requests, listed.index, timeline, takesNeighbours: takesNeighbours)
            plan = Protected(.indexed(made.groups[...], listed, unanswered: made.unanswered))
            isSingle = made.groups.count < 2
        } else {
            let made = SeekingStillPlanner(requests, reader, timeline, takesNeighbours: takesNeighbours)
            plan = Protected(.seeking(made))
            isSingle = requests.count < 2
        }
    }

    /// The next job; nil when none is left.
    func next() throws -> StillJob? {
        try plan.withLock { plan -> StillJob? in
            switch plan {
            case .seeking(let plan): return try plan.next()
            case .indexed(var groups, let reader, let unanswered):
                guard let group = groups.popFirst() else { return nil }
                plan = .indexed(groups, reader, unanswered: unanswered)
                return StillJob(group, reader)
            }
        }
    }

    /// The requests that no picture answers: complete when there are no more jobs.
    var unanswered: [(number: Int, cause: (any Error)?)] {
        plan.withLock { plan -> [(number: Int, cause: (any Error)?)] in
            switch plan {
            case .seeking(let plan): return plan.unanswered
            case .indexed(_, _, let unanswered): return unanswered.map { ($0, nil) }
            }
        }
    }
}
