public import AssetKitBase
internal import AssetKitSources
public import CMTimeLib

extension AVAssetImageGenerator {
    /// Makes an image for each time, in the order of the times. The sequence never throws: each element tells what
    /// became of it. To leave the loop gives up the rest.
    ///
    /// ```swift
    /// let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: "holiday.mov")))
    /// for await element in generator.images(for: (0..<10).map { CMTime(value: $0, timescale: 1) }) {
    ///     switch element {
    ///     case .success(_, let image, let actualTime): print(actualTime.seconds, image.width)
    ///     case .failure(let time, let error): print("nothing at \(time.seconds):", error.localizedDescription)
    ///     }
    /// }
    /// ```
    ///
    /// Making begins with the first element that is asked for, on all cores, and stays a few images ahead of who takes
    /// them.
    ///
    /// - Parameter times: In any order; the same one may come twice.
    /// - Returns: As many elements as there are times.
    public func images(for times: [CMTime]) -> Images { Images(self, times) }

    /// Images as they become ready.
    public struct Images: AsyncSequence, AsyncIteratorProtocol {
        public typealias Failure = Never

        /// What became of one image.
        public enum Element: Sendable {
            /// The image, and when its picture is shown.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// There is no image, and this is why.
            case failure(requestedTime: CMTime, error: any Error)

            /// The time that was asked for.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            /// The image; throws what went wrong.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// When the picture is shown; throws what went wrong.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): return time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        private let generator: AVAssetImageGenerator
        private let times: [CMTime]
        private var queue: StillQueue?

        init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) {
            (self.generator, self.times) = (generator, times)
        }

        public func makeAsyncIterator() -> Images { Images(generator, times) }

        /// The next image. Making them starts with the first.
        public mutating func next() async -> Element? {
            if queue == nil { queue = StillQueue(generator, times) }
            return await queue?.next()
        }
    }
}

/// Holds images until somebody takes them; makers wait while there are enough.
final class StillQueue: Sendable {
    typealias Element = AVAssetImageGenerator.Images.Element

    private struct State {
        var ready: [Element] = []
        var isFinished = false
        var taker: CheckedContinuation<Element?, Never>?
    }

    /// What the makers see: it does not keep the queue, so that to let go of the queue is to give up.
    private final class Inbox: Sendable {
        private let state = Lock(State())
        private let room = Room(4)

        func put(_ element: Element) {
            room.enter()
            let taker = state.withLock { state in
                if state.taker == nil { state.ready.append(element) }
                return state.taker.take()
            }
            guard let taker else { return }
            taker.resume(returning: element)
            room.leave()
        }

        func finish() {
            let taker = state.withLock { state in
                state.isFinished = true
                return state.taker.take()
            }
            taker?.resume(returning: nil)
        }

        /// Makers need not wait any more: nobody comes for the rest.
        func abandon() { room.open() }

        func take() async -> Element? {
            await withCheckedContinuation { continuation in
                let (element, isFinished) = state.withLock { state -> (Element?, Bool) in
                    if !state.ready.isEmpty { return (state.ready.removeFirst(), false) }
                    if !state.isFinished { state.taker = continuation }
                    return (nil, state.isFinished)
                }
                if element != nil { room.leave() }
                if element != nil || isFinished { continuation.resume(returning: element) }
            }
        }
    }

    private let inbox = Inbox()
    private let operation: StillOperation

    init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) {
        operation = generator.start(times, finish: { [inbox] in inbox.finish() }) { [inbox] requested, result in
            switch result {
            case .success(let still):
                inbox.put(.success(requestedTime: requested, image: still.image, actualTime: still.actualTime))
            case .failure(let error): inbox.put(.failure(requestedTime: requested, error: error))
            }
        }
    }

    deinit {
        operation.cancel()
        inbox.abandon()
    }

    func next() async -> Element? {
        await withTaskCancellationHandler {
            await inbox.take()
        } onCancel: {
            operation.cancel()
        }
    }
}
