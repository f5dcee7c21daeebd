internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Encodes the pictures or the sound of an input. Not Sendable: the feed's thread owns it.
protocol InputEncoding: AnyObject {
    /// What samples hold, and how their times count. Known from the start.
    var facts: InputFacts { get throws }

    /// Encodes a buffer whose time is on the movie's clock.
    func encode(_ input: EncodingFeed.Input, _ body: (SinkSample) throws -> Void) throws

    /// Hands on what the encoder still holds.
    func finish(_ body: (SinkSample) throws -> Void) throws
}

/// Encodes the buffers that a client appends to an input, on a thread of its own, a few buffers behind.
final class EncodingFeed: InputFeed {
    /// Something to encode.
    struct Input: Sendable {
        let buffer: CMSampleBuffer
        /// On the movie's clock.
        let time: CMTime
        /// How long it lasts; invalid where nobody knows.
        var duration: CMTime
        /// It has no samples, and only says when the last picture ends.
        var isMarker: Bool { buffer.numSamples == 0 }
        let byteCount: Int
        /// The picture begins a segment.
        var isKey = false
    }

    /// Makes the encoder, given the first buffers: two of them, unless there is only one.
    typealias Maker = @Sendable ([Input]) throws -> any InputEncoding

    private struct State {
        var inputs = Fifo<Input>()
        var byteCount = 0
        var hasEnded = false
        var isCancelled = false
        /// Everything has gone to the file, or never will.
        var isOver = false
        var failure: (any Error)?
        var lastTime: CMTime?
        /// The owner has been told that there is no room.
        var isHeld = false
        var facts: InputFacts?
        var timeline = InputTimeline()
    }

    private let writer: FileWriter
    private let track: Int
    private let isSound: Bool
    private let capacity: Int
    private let state = Monitor(State())
    private let maker: Maker
    private let segments: SegmentWish?

    /// What may wait for the encoder, in bytes: a few pictures of any size.
    private static let byteLimit = 64 << 20

    init(_ writer: FileWriter, track: Int, _ plan: InputPlan, maker: @escaping Maker) {
        (self.writer, self.track, self.maker) = (writer, track, maker)
        isSound = plan.track.mediaType == .audio
        segments = plan.segments
        // A live source cannot wait, so more buffers may queue.
        capacity = plan.isRealTime ? 24 : 6
    }

    /// Starts the thread. It holds the feed until it ends.
    func start(_ owner: any InputFeedOwner) {
        WorkerThread.start("assetkit.writer") { [weak owner] in
            do {
                try self.run { owner?.feedIsReady() }
                self.finishRun(nil)
            } catch {
                self.finishRun(error)
                owner?.feedFailed(error)
            }
        }
    }

    // MARK: The input's side

    /// After an error, appending tells of it.
    var isReady: Bool {
        state.withLock { state in
            state.isHeld = !hasRoom(state)
            return !state.isHeld
        }
    }

    private func hasRoom(_ state: State) -> Bool {
        if state.isOver { return true }
        return state.inputs.count == 0 || (state.inputs.count < capacity && state.byteCount < Self.byteLimit)
    }

    func append(_ buffer: CMSampleBuffer, origin: CMTime) throws {
        let time = buffer.presentationTimeStamp - origin
        guard time.isNumeric else { throw MediaProblem(code: .invalidSourceMedia, reason: "a sample has no time") }
        var made = Input(buffer: buffer, time: time, duration: buffer.duration, byteCount: Self.byteCount(of: buffer))
        if !made.isMarker { made.isKey = segments?.control.begins(at: time) ?? false }
        let input = made
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            if let last = state.lastTime, time <= last, !input.isMarker {
                throw MediaProblem(
                    code: .unknown,
                    reason: "a sample came out of order: each must be shown after the one before it"
                )
            }
            if !input.isMarker { state.lastTime = time }
            state.byteCount += input.byteCount
            state.inputs.append(input)
        }
        state.announce()
    }

    private static func byteCount(of buffer: CMSampleBuffer) -> Int {
        if let picture = buffer.imageBuffer { return CVPixelBufferGetDataSize(picture) }
        return buffer.dataBuffer?.dataLength ?? 0
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        state.announce()
    }

    func complete() throws {
        end()
        try state.wait { state -> Void? in
            guard state.isOver else { return nil }
            if let failure = state.failure { throw failure }
            return ()
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.inputs = Fifo()
        }
        state.announce()
    }

    var facts: InputFacts? { state.withLock { $0.facts } }

    func edits(until end: CMTime?) -> [CMTimeMapping]? { state.withLock { $0.timeline.edits(until: end) } }

    // MARK: The thread

    private func run(_ released: () -> Void) throws {
        var first: [Input] = []
        while first.count(where: { !$0.isMarker }) < 2, let input = try next(released) { first.append(input) }
        guard first.contains(where: { !$0.isMarker }) else { return try writer.end(track) }
        let encoder = try maker(first.filter { !$0.isMarker })
        let facts = try encoder.facts
        state.withLock { $0.facts = facts }
        writer.knows(facts.formats)
        var held: Input?
        for input in first { try encode(input, &held, encoder) }
        while let input = try next(released) { try encode(input, &held, encoder) }
        if let held { try encode(held, encoder) }
        try encoder.finish { try self.hand($0) }
        try writer.end(track)
    }

    /// A picture waits for the next one, so that it is known how long it lasts.
    private func encode(_ input: Input, _ held: inout Input?, _ encoder: any InputEncoding) throws {
        guard !isSound else { return try encode(input, encoder) }
        if var last = held {
            if input.time > last.time { last.duration = input.time - last.time }
            try encode(last, encoder)
        }
        held = input.isMarker ? nil : input
    }

    private func encode(_ input: Input, _ encoder: any InputEncoding) throws {
        guard !input.isMarker else { return }
        if isSound { state.withLock { $0.timeline.beginSound(at: input.time) } }
        try encoder.encode(input) { try self.hand($0) }
    }

    private func hand(_ sample: SinkSample) throws {
        state.withLock { state in
            var timing = InputTimeline.Timing(
                start: sample.presentationTime,
                decode: sample.decodeTime,
                duration: sample.duration.times(sample.count)
            )
            if isSound, let rate = state.facts?.timescale, sample.trimmedFramesAtEnd > 0 {
                timing.trimAtEnd = CMTimeMinimum(
                    CMTime(value: Int64(sample.trimmedFramesAtEnd), timescale: rate),
                    timing.duration
                )
            }
            _ = state.timeline.add(timing)
        }
        try writer.append(sample, to: track)
    }

    private func next(_ released: () -> Void) throws -> Input? {
        let (input, isReleased) = try state.wait { state -> (Input?, Bool)? in
            guard !state.isCancelled else { throw CancellationError() }
            guard let input = state.inputs.popFirst() else { return state.hasEnded ? (nil, false) : nil }
            state.byteCount -= input.byteCount
            let isReleased = state.isHeld && self.hasRoom(state)
            if isReleased { state.isHeld = false }
            return (input, isReleased)
        }
        if isReleased { released() }
        return input
    }

    private func finishRun(_ error: (any Error)?) {
        state.withLock { state in
            (state.isOver, state.failure, state.inputs) = (true, error, Fifo())
        }
        state.announce()
    }
}
