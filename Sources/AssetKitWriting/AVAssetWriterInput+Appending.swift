internal import AssetKitBase
public import AssetKitMedia
public import Dispatch
internal import Foundation

extension AVAssetWriterInput {
    /// What changes while writing.
    struct Live {
        /// Takes the samples from the start on.
        var feed: (any InputFeed)?
        /// The writer takes nothing any more.
        var hasWriterEnded = false
        var isFinished = false
        var appended = 0
        var request: DataRequest?
        /// The block has been called once after the end of the writer, so that the client hears of it.
        var hasServedEnd = false
        /// Those that wait for room, for the end, or for their task's cancellation.
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Threads that wait for the same.
        var blocked: [Gate] = []
        var passes = PassState()
    }

    /// Whether there is room for more. It goes false when the track is up to a second ahead of the slowest unfinished one,
    /// or when the encoder is busy; it does not go false by itself, only by appending.
    ///
    /// True also when the writer has failed or was cancelled, so that whoever waits hears of it: appending is false then.
    public var isReadyForMoreMediaData: Bool {
        let (feed, isFinished, hasEnded) = live.withLock { ($0.feed, $0.isFinished, $0.hasWriterEnded) }
        guard !isFinished else { return false }
        if hasEnded { return value(\.writer).map { $0.status == .failed || $0.status == .cancelled } ?? true }
        return feed?.isReady ?? false
    }

    /// Adds samples; false when the writer has failed or was cancelled. Its error tells why.
    ///
    /// The writer must be writing within a session, and ``isReadyForMoreMediaData`` must hold: anything else stops the
    /// program. Pictures that are to be encoded come one in a buffer, in the order in which they are shown; stored
    /// samples come in decode order. Nobody may change the samples afterwards.
    ///
    /// - Parameter sampleBuffer: Samples of the input's media type, with their times on the clock of the session.
    /// - Returns: Whether they were taken.
    @discardableResult
    public func append(_ sampleBuffer: CMSampleBuffer) -> Bool { append(sampleBuffer, as: "AVAssetWriterInput.append") }

    func append(_ buffer: CMSampleBuffer, as name: String) -> Bool {
        let writer = value(\.writer)
        require(value(\.isAttached), "\(name): the input has no writer")
        guard let writer else { return false }
        let status = writer.status
        require(status != .unknown, "\(name): the writer has not started")
        guard status == .writing else { return false }
        guard let origin = writer.sessionStart else { programmerError("\(name): there is no session") }
        let (feed, isFinished) = live.withLock { ($0.feed, $0.isFinished) }
        require(!isFinished, "\(name): the input is finished")
        guard let feed else { return false }
        require(
            buffer.formatDescription.map { mediaType.holds($0) } ?? (buffer.numSamples == 0),
            "\(name): the samples are not of the media type '\(mediaType)'"
        )
        require(feed.isReady || writer.status != .writing, "\(name): the input is not ready for more")
        do {
            try feed.append(buffer, origin: origin)
            live.withLock { $0.appended += 1 }
            return true
        } catch {
            writer.fail(error)
            return false
        }
    }

    /// Says that no samples follow: nobody waits for this input any more.
    public func markAsFinished() {
        let writer = value(\.writer)
        require(value(\.isAttached), "AVAssetWriterInput.markAsFinished: the input has no writer")
        require(
            writer.map { $0.status != .unknown } ?? true,
            "AVAssetWriterInput.markAsFinished: the writer has not started"
        )
        finish()
    }

    /// Calls a block on a queue whenever there is room, until the input is finished or the writer has ended. The block
    /// appends as long as ``isReadyForMoreMediaData`` holds, and calls ``markAsFinished()`` when it has nothing more.
    /// Once for an input, and not for live sources. <doc:WritingFiles> has an example.
    ///
    /// A block that appends nothing is called again a little later. When the writer has failed or was cancelled, it is
    /// called once more, so that it hears of it: appending is false then.
    ///
    /// - Parameters:
    ///   - queue: Where the block is called, one call after the other.
    ///   - block: Appends to the input.
    @preconcurrency
    public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        let request = DataRequest(on: queue) { [weak self] in
            self?.demand() ?? (.never, 0)
        } block: { [weak self] in
            let isLast = self?.live.withLock { $0.hasWriterEnded } ?? true
            block()
            if isLast { self?.live.withLock { $0.hasServedEnd = true } }
        }
        let isFirst = live.withLock { live in
            defer { live.request = live.request ?? request }
            return live.request == nil
        }
        require(isFirst, "AVAssetWriterInput.requestMediaDataWhenReady: the input has been asked before")
        request.poke()
    }

    /// The same, on a queue that is an executor: an actor that lives on it may be used inside the block.
    ///
    /// - Parameters:
    ///   - queue: Where the block is called, one call after the other.
    ///   - block: Appends to the input.
    @preconcurrency
    public func requestMediaDataWhenReady(on queue: DispatchSerialQueue, using block: @escaping @Sendable () -> Void) {
        requestMediaDataWhenReady(on: queue.dispatchQueue, using: block)
    }

    private func demand() -> (DataRequest.Demand, appended: Int) {
        let writer = value(\.writer)
        let (appended, isFinished, hasEnded, isLast) = live.withLock { live in
            (live.appended, live.isFinished, live.hasWriterEnded, !live.hasServedEnd)
        }
        guard let writer, !isFinished else { return (.never, appended) }
        if hasEnded { return (isLast ? .wanted : .never, appended) }
        guard writer.sessionStart != nil, isReadyForMoreMediaData else { return (.notNow, appended) }
        return (.wanted, appended)
    }

    // MARK: What the writer does

    /// Starts taking samples.
    func start(_ feed: any InputFeed) {
        live.withLock { $0.feed = feed }
    }

    /// The session has begun: samples may come.
    func sessionBegan() {
        feedIsReady()
        beginPasses()
    }

    /// Nothing is taken any more.
    func writerEnded() {
        live.withLock { $0.hasWriterEnded = true }
        feedIsReady()
    }

    func finish() {
        let feed = live.withLock { $0.isFinished ? nil : $0.feed }
        close()
        feed?.end()
    }

    /// No samples may follow. What has come is written by whoever completes the file.
    func close() {
        live.withLock { $0.isFinished = true }
        wakeWaiters()
    }

    // MARK: Waiting

    /// Waits for room; false when none will come. Throws when the task that waits is cancelled.
    func waitUntilReady() async throws(CancellationError) -> Bool {
        while true {
            let writer = value(\.writer)
            guard let writer, writer.status == .writing, !live.withLock({ $0.isFinished }) else { return false }
            guard !Task.isCancelled else { throw CancellationError() }
            if isReadyForMoreMediaData { return true }
            await waitForChange()
        }
    }

    /// Waits for room, for the end, or for the cancellation of the task; or for nothing: who waits asks again.
    private func waitForChange() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                live.withLock { $0.waiters.append(waiter) }
                // What came between the question and here would be missed.
                let isOver = live.withLock { $0.hasWriterEnded || $0.isFinished }
                if isOver || Task.isCancelled || isReadyForMoreMediaData { wakeWaiters() }
            }
        } onCancel: {
            wakeWaiters()
        }
    }

    func wakeWaiters() {
        let (waiters, blocked) = live.withLock { live in
            defer { (live.waiters, live.blocked) = ([], []) }
            return (live.waiters, live.blocked)
        }
        waiters.forEach { $0.resume() }
        blocked.forEach { $0.open() }
    }
}

extension AVAssetWriterInput: InputFeedOwner {
    func feedIsReady() {
        live.withLock { $0.request }?.poke()
        wakeWaiters()
    }

    func feedFailed(_ error: any Error) {
        value(\.writer)?.fail(error)
    }
}
