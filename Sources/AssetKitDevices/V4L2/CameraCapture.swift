internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Glibc

/// A camera that delivers: its buffers, and a thread that takes pictures out of them.
///
/// SAFETY: what changes belongs to the thread. Before it begins, the thread that makes the capture has it; `ended`, the flag and the
/// signal are for all.
final class CameraCapture: @unchecked Sendable {
    /// How many pictures may be in use. Whoever takes them has limits of its own: a few that clients keep, or that wait for them, and a
    /// second of them where a recording waits for its first sound, or for its disk. So this is for what goes wrong.
    private let mostPictures: Int
    /// What is taken for the duration of a picture where nobody knows.
    private static let usualPeriod: Int64 = 33_333_333

    private let node: CameraNode
    private let agreement: CameraAgreement
    private let layout: CameraPictureLayout?
    private let pool: CVPixelBufferPool?
    private let sink: any DeviceSink
    private let host: any HostClock
    private let signal: CameraSignal
    private let flag = CancellationFlag()
    private let ended = Gate()
    private let threadNumber = Lock<UInt?>(nil)

    private var buffers: CameraBuffers?
    private var stamps: CameraStamps
    private var sequence = CameraSequence()
    private var patience: CameraPatience
    private var alarm: HostAlarm?
    private var alarmTime = Int64.max
    /// What was damaged, or found no room, since the last picture that was delivered.
    private var lostCount = 0

    /// Maps the buffers and begins to stream; nobody takes anything before ``begin()``.
    init(
        _ node: CameraNode,
        _ type: UInt32,
        _ agreement: CameraAgreement,
        _ sink: any DeviceSink,
        on host: any HostClock
    ) throws(CameraProblem) {
        (self.node, self.agreement, self.sink, self.host) = (node, agreement, sink, host)
        layout = CameraPictureLayout(agreement)
        pool = try Self.makePool(agreement)
        signal = try CameraSignal()
        let period = agreement.frameDuration.map(Self.nanoseconds) ?? Self.usualPeriod
        mostPictures = Self.mostPictures(lasting: period, byteCount: layout?.byteCounts.reduce(0, +) ?? 1)
        stamps = CameraStamps(period: period)
        patience = CameraPatience(period: period, now: host.now)
        let buffers = try CameraBuffers(node, type, byteCounts: layout?.byteCounts ?? [1])
        self.buffers = buffers
        try buffers.streamOn()
    }

    /// Two seconds and some more, unless that is more than a gigabyte.
    private static func mostPictures(lasting period: Int64, byteCount: Int) -> Int {
        min(24 + Int(2_000_000_000 / period), max(20, 1 << 30 / max(1, byteCount)))
    }

    private static func makePool(_ agreement: CameraAgreement) throws(CameraProblem) -> CVPixelBufferPool? {
        guard case .pixels(let type) = agreement.deviceCoding else { return nil }
        let kind: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: type, kCVPixelBufferWidthKey: agreement.size.width,
            kCVPixelBufferHeightKey: agreement.size.height,
        ]
        var pool: CVPixelBufferPool?
        guard CVPixelBufferPoolCreate(nil, nil, kind, &pool) == kCVReturnSuccess else {
            throw CameraProblem("its pictures are of a size that makes no sense")
        }
        return pool
    }

    private static func nanoseconds(_ duration: CMTime) -> Int64 {
        Int64(max(1, min(duration.seconds * 1e9, 1e11)))
    }

    func begin() { WorkerThread.start("assetkit.camera") { self.work() } }

    /// It was stopped, or it has failed.
    var isOver: Bool { flag.isCancelled }

    /// Ends it. Nothing is delivered any more, unless this is called by who is being delivered to.
    func stop() {
        flag.cancel()
        signal.raise()
        if threadNumber.withLock({ $0 }) == Self.currentThread { return finish() }
        ended.wait()
    }

    private static var currentThread: UInt { UInt(pthread_self()) }

    private func work() {
        threadNumber.withLock { $0 = Self.currentThread }
        patience = CameraPatience(
            period: agreement.frameDuration.map(Self.nanoseconds) ?? Self.usualPeriod,
            now: host.now
        )
        do throws(CameraProblem) {
            while !flag.isCancelled { try takeTurn() }
            finish()
        } catch {
            end(error.failure)
        }
        threadNumber.withLock { $0 = nil }
        ended.open()
    }

    /// Gives the buffers back. The second time nothing happens.
    private func finish() {
        alarm = nil
        buffers?.giveBack()
        buffers = nil
    }

    private func end(_ failure: DeviceFailure) {
        let isStopped = flag.isCancelled
        flag.cancel()
        // The device is free when the client hears of it.
        finish()
        if !isStopped { sink.failed(failure) }
    }

    private func takeTurn() throws(CameraProblem) {
        setAlarm()
        let (events, isSignalled) = try node.wait(orFor: signal)
        guard !flag.isCancelled else { return }
        if isSignalled { alarmTime = .max }
        if events & (POLLHUP | POLLNVAL) != 0 { throw CameraProblem(answer: -ENODEV) }
        let hasTaken = events == 0 ? false : try takeNext()
        guard !flag.isCancelled else { return }
        if events & POLLERR != 0, !hasTaken {
            guard patience.restart(at: host.now) else {
                throw CameraProblem("its driver says that its stream is broken")
            }
            return try restart()
        }
        switch patience.verdict(at: host.now) {
        case .wait: break
        case .restart: try restart()
        case .giveUp: end(.stalled)
        }
    }

    /// Sees to it that the thread wakes up when nothing has come for too long.
    private func setAlarm() {
        let deadline = patience.deadline
        // One that comes too early is set anew then: pictures come more often than alarms.
        guard deadline < alarmTime else { return }
        alarmTime = deadline
        alarm = host.alarm(at: deadline) { [signal] in signal.raise() }
    }

    private func restart() throws(CameraProblem) {
        try buffers?.streamOff()
        try buffers?.streamOn()
        sequence.restart()
        stamps.cut()
    }

    /// Takes the next buffer; false where none is full. One after each poll, so that a driver that would wait for a buffer although it
    /// was told not to does not hold the thread.
    private func takeNext() throws(CameraProblem) -> Bool {
        guard let buffers else { return false }
        let filled: CameraBuffers.Filled?
        do { filled = try buffers.dequeue() } catch {
            // A signal that was lost for a moment, or more than that.
            guard error.number == EIO, patience.restart(at: host.now) else { throw error }
            try restart()
            return true
        }
        guard let filled else { return false }
        try take(filled, buffers)
        return true
    }

    private func take(_ filled: CameraBuffers.Filled, _ buffers: CameraBuffers) throws(CameraProblem) {
        let arrival = host.now
        patience.came(at: arrival)
        lostCount += sequence.lostCount(before: filled.sequence)
        let content = filled.isDamaged ? nil : content(of: filled.memories)
        // The driver has it back before anybody looks at the picture.
        try buffers.queue(filled.index)
        guard let content else {
            lostCount += 1
            return
        }
        let stamp = CameraStamps.Stamp(time: filled.time, isMonotonic: filled.isMonotonic, arrival: arrival)
        let (time, isDiscontinuous) = stamps.time(of: stamp, lostCount: lostCount)
        let sample = DeviceSample(content, hostTime: time, lostCount: lostCount, isDiscontinuous: isDiscontinuous)
        lostCount = 0
        sink.receive(sample)
    }

    /// A copy of what is in a buffer; nil where that is no whole picture, or where there is no room.
    private func content(of memories: [UnsafeRawBufferPointer]) -> DeviceSample.Content? {
        guard let layout, let pool else {
            guard let bytes = memories.first, let count = codedByteCount(bytes) else { return nil }
            return (try? CMBlockBuffer(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count]))).map { .coded($0) }
        }
        guard case .success(let picture) = pool.makeBuffer(threshold: mostPictures),
            layout.copy(from: memories, to: picture)
        else { return nil }
        agreement.colors.attach(to: picture)
        return .picture(picture)
    }

    private func codedByteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        if agreement.coding.coding == .jpeg { return CameraJPEG.byteCount(bytes) }
        return bytes.isEmpty ? nil : bytes.count
    }
}
