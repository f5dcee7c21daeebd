internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import Foundation

/// Decodes and converts the pictures of one job after the other. One thread at a time has it.
///
/// SAFETY: a session lends each worker to one thread for the length of a call, and waits for the end of the call.
final class StillWorker: @unchecked Sendable {
    /// How often to start further back when a picture did not come out.
    private static let attempts = 6

    private let threadCount: Int
    private let pictures: PictureRequest
    private let decoder: PictureDecoder
    private let converter: PictureConverter
    private let counters: RenderCounters

    init(
        _ parameters: CodecParameters,
        threadCount: Int,
        _ pictures: PictureRequest,
        _ description: PictureDescription,
        counters: RenderCounters
    ) throws {
        decoder = try PictureDecoder(parameters, threadCount: threadCount, counters: counters)
        converter = PictureConverter(pictures, description)
        (self.threadCount, self.pictures, self.counters) = (threadCount, pictures, counters)
    }

    func suits(_ threadCount: Int, _ pictures: PictureRequest) -> Bool {
        threadCount == self.threadCount && pictures == self.pictures
    }

    /// Works until no job is left.
    func work(
        on jobs: StillJobs,
        flag: CancellationFlag,
        deliver: (Int, Result<Still, any Error>) -> Void
    ) throws {
        while let job = try jobs.next() {
            try flag.check()
            try work(on: job, flag: flag, deliver: deliver)
        }
    }

    private func work(
        on job: StillJob,
        flag: CancellationFlag,
        deliver: (Int, Result<Still, any Error>) -> Void
    ) throws {
        var job = job
        var cause: (any Error)?
        for _ in 0..<Self.attempts {
            let shortfall = try attempt(job, flag: flag, deliver: deliver)
            if shortfall.missing.isEmpty { return }
            cause = cause ?? shortfall.cause
            guard let earlier = try job.furtherBack?() else {
                job = job.only(shortfall.missing)
                break
            }
            job = earlier.only(shortfall.missing)
        }
        let error = cause ?? MediaProblem(code: .decodeFailed, reason: "the decoder gave no picture")
        for delivery in job.deliveries.values.joined() { deliver(delivery.number, .failure(error)) }
    }

    /// Decodes once. What goes wrong with reading or decoding is the pictures' own failure, not that of the call.
    private func attempt(
        _ job: StillJob,
        flag: CancellationFlag,
        deliver: (Int, Result<Still, any Error>) -> Void
    ) throws -> PictureDecoder.Shortfall {
        var missing = job.run.wanted
        do {
            return try decoder.decode(job.run, flag: flag) { frame, ticks, previous, next in
                let image = converter.imageResult(frame, between: previous, and: next)
                counters.add { $0.picturesConverted += 1 }
                missing.remove(ticks)
                for delivery in job.deliveries[ticks] ?? [] {
                    deliver(delivery.number, image.map { Still(image: $0, actualTime: delivery.actualTime) })
                }
            }
        } catch let error where !(error is CancellationError) {
            return PictureDecoder.Shortfall(missing: missing, cause: error)
        }
    }
}

extension PictureConverter {
    /// A still image, or why there is none. (A closure cannot take frames along that it does not own.)
    func imageResult(
        _ frame: borrowing Frame,
        between previous: borrowing Frame,
        and next: borrowing Frame
    ) -> Result<CGImage, any Error> {
        do {
            return .success(try image(frame, between: previous, and: next))
        } catch {
            return .failure(error)
        }
    }
}
