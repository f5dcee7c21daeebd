internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSinks
public import CMTimeLib
internal import Foundation

extension AVAssetWriter {
    /// Starts writing; false when something is wrong, which ``error`` tells then: there is a file of the name already, its
    /// folder is not there, and so on.
    @discardableResult
    public func startWriting() -> Bool {
        guard state.withLock({ $0.begin() }) else {
            require(status != .writing && status != .completed, "AVAssetWriter.startWriting: used twice")
            return false
        }
        do {
            let inputs = inputs
            let session = try WritingSession(try plan(), try inputPlans(), to: try destination(), owners: inputs)
            session.writer.budget = try budgetAtStart()
            live.withLock { $0.session = session }
            for (input, feed) in zip(inputs, session.feeds) { input.start(feed) }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// Starts writing. Once, after all inputs were added.
    ///
    /// - Throws: An ``AVError``: there is a file of the name already (`.fileAlreadyExists`), its folder is not there,
    ///   an input asks for what cannot be done, or there is no input.
    public func start() throws {
        guard startWriting() else { throw error ?? AVError(.unknown) }
    }

    /// Begins the session: the source time that becomes zero in the file. What is appended from before it is stored and not
    /// presented; where an input begins later, there is nothing before. Once, after the start and before the first
    /// sample: a second session stops the program.
    ///
    /// - Parameter startTime: On the clock of the samples, a number; with another time the writer fails.
    public func startSession(atSourceTime startTime: CMTime) {
        let name = "AVAssetWriter.startSession"
        let status = status
        require(status != .unknown, "\(name): the writer has not started")
        guard status == .writing else { return }
        guard startTime.isNumeric else { return fail(Self.notATime("begin")) }
        require(state.withLock { $0.beginSession(startTime) }, "\(name): there has been a session")
        inputs.forEach { $0.sessionBegan() }
    }

    /// Ends the session: what is at this source time or later is stored and not presented. Without it, the file ends with the
    /// last sample.
    public func endSession(atSourceTime endTime: CMTime) {
        let name = "AVAssetWriter.endSession"
        let status = status
        require(status != .unknown, "\(name): the writer has not started")
        guard status == .writing else { return }
        guard let start = sessionStart else { programmerError("\(name): there is no session") }
        guard endTime.isNumeric else { return fail(Self.notATime("end")) }
        guard endTime >= start else {
            return fail(MediaProblem(code: .unknown, reason: "the session would end before it begins"))
        }
        require(state.withLock { $0.endSession(endTime) }, "\(name): the session has ended")
    }

    private static func notATime(_ verb: String) -> MediaProblem {
        MediaProblem(code: .unknown, reason: "the session would \(verb) at no known time")
    }

    // MARK: The end

    /// Completes the file and calls back, on a thread of the writer's, also when that failed or the writer had ended before:
    /// look at ``status``. All inputs are finished by it.
    @preconcurrency
    public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        require(status != .unknown, "AVAssetWriter.finishWriting: the writer has not started")
        let mustWait = live.withLock { live in
            if !live.hasEnded { live.handlers.append(handler) }
            return !live.hasEnded
        }
        guard mustWait else { return WorkerThread.start("assetkit.writer", handler) }
        guard state.withLock({ $0.beginFinishing() }) else { return }
        inputs.forEach { $0.close() }
        WorkerThread.start("assetkit.writer") { self.complete() }
    }

    /// Completes the file, and ends all inputs. Look at ``status`` for how that went: it is failed also where no
    /// session was begun or no sample appended, and there is no file then.
    public func finishWriting() async {
        await withCheckedContinuation { done in
            finishWriting { done.resume() }
        }
    }

    /// Completes the file and waits for that; false when it failed.
    @available(*, deprecated, message: "Use finishWriting(completionHandler:) or await finishWriting()")
    @discardableResult
    public func finishWriting() -> Bool {
        finishWritingAndWait()
        return status == .completed
    }

    /// Gives up, and returns when the file is gone. Has no effect on a writer that has ended.
    public func cancelWriting() {
        guard status == .unknown || status == .writing else { return }
        let session = live.withLock { $0.session }
        segments.places.open()
        guard session?.cancel() ?? true else { return }
        guard state.withLock({ $0.cancel() }) else { return }
        end()
    }

    private func complete() {
        let (start, end) = state.withLock { ($0.start, $0.end) }
        let session = live.withLock { $0.session }
        do {
            guard let start else {
                throw MediaProblem(
                    code: .noDataCaptured,
                    reason: "no session was started, so nothing could be appended"
                )
            }
            let metadata = try value(\.finalMetadata)?.compactMap { try MetadataEntry($0) }
            try session?.finish(until: end.map { $0 - start }, saying: metadata)
            state.withLock { $0.complete() }
            self.end()
        } catch is CancellationError {
            // Whoever cancels sets the state, and tells.
        } catch {
            fail(error)
        }
    }

    /// Ends with an error, the first time. Whoever waits hears of it.
    func fail(_ cause: any Error) {
        // What was cancelled has not failed.
        guard !(cause is CancellationError) else { return }
        let error = AVError.writing(name, because: cause)
        guard state.withLock({ $0.fail(error) }) else { return }
        segments.places.open()
        live.withLock { $0.session }?.abandon(error)
        end()
    }

    private func end() {
        inputs.forEach { $0.writerEnded() }
        let budget = budget
        let handlers = live.withLock { live in
            defer { (live.handlers, live.hasEnded, live.session, live.lastBudget) = ([], true, nil, budget) }
            return live.handlers
        }
        handlers.forEach { $0() }
    }
}
