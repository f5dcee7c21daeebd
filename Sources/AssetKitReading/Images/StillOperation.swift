internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitSources
internal import CMTimeLib
internal import Dispatch
internal import Foundation

/// One call for images: what is asked for, and who takes the results, one at a time and in the order asked.
final class StillOperation: Sendable {
    /// So many finished images may wait for whoever takes them; then the workers wait.
    private static let readyLimit = 16

    let times: [CMTime]
    let settings: AVAssetImageGenerator.Settings
    let flag = CancellationFlag()
    private let asset: AVAsset
    private let results: Lock<OrderedResults<Result<Still, any Error>>>
    private let room = Room(StillOperation.readyLimit)
    private let delivery = DispatchQueue(label: "assetkit.images.delivery")
    private let take: @Sendable (CMTime, Result<Still, any Error>) -> Void
    private let finish: @Sendable () -> Void

    init(
        _ times: [CMTime],
        _ settings: AVAssetImageGenerator.Settings,
        _ asset: AVAsset,
        take: @escaping @Sendable (CMTime, Result<Still, any Error>) -> Void,
        finish: @escaping @Sendable () -> Void = {}
    ) {
        (self.times, self.settings, self.asset, self.take, self.finish) = (times, settings, asset, take, finish)
        results = Lock(OrderedResults(count: times.count))
    }

    var requests: [StillRequest] {
        times.indices.map { number in
            StillRequest(
                number: number,
                time: times[number],
                toleranceBefore: settings.toleranceBefore,
                toleranceAfter: settings.toleranceAfter
            )
        }
    }

    /// Takes one result in from any thread.
    func deliver(_ number: Int, _ result: Result<Still, any Error>) {
        let described = result.mapError { AVError.makingImage(of: asset, at: times[number], because: $0) as any Error }
        // Queued under the lock, so that no other thread's results come in between.
        let count = results.withLock { results in
            let ready = results.add(described, at: number)
            for (number, result) in ready { hand(number, result) { self.room.leave() } }
            return ready.count
        }
        for _ in 0..<count { room.enter() }
    }

    /// Nothing could be done at all: every result that is still due is this failure.
    func fail(_ error: any Error) {
        for number in times.indices { deliver(number, .failure(error)) }
    }

    /// Gives up. Who waits hears of it at once.
    func cancel() {
        flag.cancel()
        results.withLock { results in
            for number in results.cancel() {
                let error = AVError.makingImage(of: asset, at: times[number], because: CancellationError())
                hand(number, .failure(error)) {}
            }
        }
    }

    /// Says that nothing more comes, behind all that has been delivered.
    func end() { delivery.async { self.finish() } }

    private func hand(_ number: Int, _ result: Result<Still, any Error>, then: @escaping @Sendable () -> Void) {
        delivery.async {
            self.take(self.times[number], result)
            then()
        }
    }
}

extension AVError {
    /// Why an image could not be made, in one sentence.
    static func makingImage(of asset: AVAsset, at time: CMTime, because cause: any Error) -> AVError {
        let name = asset.loadedName ?? "the asset"
        let (code, reason) = explanation(of: cause)
        // What a reader says about a broken file is about its header; here it is about a picture.
        let isAboutPicture = cause is FFmpegError && code != .operationCancelled && code != .outOfMemory
        let moment = time.isNumeric ? "at \(time.seconds) s" : "at a time that is none"
        return AVError(
            isAboutPicture ? .decodeFailed : code,
            "cannot make an image of \(name) \(moment): \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }
}

extension AVAsset {
    /// The name of what was loaded, in quotation marks; nil when nothing was.
    fileprivate var loadedName: String? {
        guard case .success(let loaded)? = loader.result else { return nil }
        return "'\(loaded.input.name)'"
    }
}
