internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A device that delivers to connections.
final class CaptureStream: DeviceSink {
    private struct State {
        var routes: [(connection: AVCaptureConnection, consumer: any CaptureConsumer)] = []
        var number = 0
        var times = DeviceTimes()
        /// The pixels that the device was told to prefer.
        var preference: OSType?
        var lastTime = Int64.min
        /// Somebody has said how large pictures are.
        var isSizeKnown: Bool
        /// Frames of sound so far.
        var frameCount = 0
        var clock: CMClock?
        var lastReading = Int64.min
        /// Nil where all pictures are wanted.
        var thinning: PictureThinning?
    }

    let plan: CapturePlan.Stream
    let handle: any DeviceHandle
    /// What the device has made of the setup.
    let setup: DeviceSetup
    /// How long pictures last that go to connections; invalid where nobody knows.
    let frameDuration: CMTime
    private let environment: HostEnvironment
    /// How often it was tried before it began, and when that was.
    private let tries: Int
    private let begin: Int64
    /// Who has run for so long has come to stay: nanoseconds.
    private static let steadiness: Int64 = 10_000_000_000
    private let decoder: CapturedPictureDecoder?
    private let streamDecoder: Protected<CapturedStreamDecoder>?
    private let magnifier = PictureMagnifier()
    private let state: Protected<State>
    private weak let session: AVCaptureSession?

    init(
        _ plan: CapturePlan.Stream,
        _ handle: any DeviceHandle,
        _ setup: DeviceSetup,
        _ session: AVCaptureSession,
        tries: Int
    ) {
        (self.plan, self.handle, self.setup, self.session) = (plan, handle, setup, session)
        environment = session.environment
        (self.tries, begin) = (tries, environment.host.now)
        var first = State(isSizeKnown: plan.format.isSizeKnown)
        let pictures = setup.format.pictures
        if pictures != nil {
            first.thinning = PictureThinning(wanted: plan.setup.frameDuration, made: setup.frameDuration)
        }
        frameDuration = first.thinning == nil ? setup.frameDuration : plan.setup.frameDuration
        state = Protected(first)
        let coding = pictures?.coding
        decoder = coding == .jpeg ? CapturedPictureDecoder() : nil
        streamDecoder = coding == .h264 ? Protected(CapturedStreamDecoder()) : nil
    }

    private var halfPeriod: Int64 {
        let duration = setup.frameDuration
        return duration.isNumeric && duration > .zero ? Int64(duration.seconds * 5e8) : 1_000_000
    }

    /// Pictures are further apart than this, unless the device's clock has jumped: nanoseconds. Files count in ticks, and where two
    /// pictures had the same one, there would be no place for the second.
    private static let leastDistance: Int64 = 1_000_000

    /// How often it was tried that counts when it is interrupted.
    func triesBefore(_ now: Int64) -> Int { now - begin > Self.steadiness ? 0 : tries }

    func start() throws(AVError) { try handle.start(self, on: environment.host) }

    /// Ends it: the lamp goes out first, as long as somebody holds the device.
    func stop() {
        plan.device.runningChanged(false, in: session)
        handle.stop()
        // Who uses the device next begins with its own pixels.
        let isChanged = state.withLock { state in
            defer { state.preference = nil }
            return state.preference != nil
        }
        if isChanged { handle.prefer(nil) }
        plan.device.releaseFromStream(handle)
        plan.input.ports.forEach { $0.setClock(nil) }
    }

    /// Says where samples go.
    func setRoutes(_ connections: [AVCaptureConnection]) {
        let routes = connections.compactMap { connection in
            connection.consumer.map { (connection: connection, consumer: $0) }
        }
        state.withLock { $0.routes = routes }
        preferPixels(of: routes)
    }

    /// Has the device deliver what all want; its own pixels where they want different ones. It does so while it runs, so that no
    /// recording ends with who else comes and goes.
    private func preferPixels(of routes: [(connection: AVCaptureConnection, consumer: any CaptureConsumer)]) {
        guard plan.setup.format.pictures != nil else { return }
        let wishes = Set(routes.map { $0.consumer.wish($0.connection) })
        let wish = wishes.count == 1 ? wishes.first ?? nil : nil
        let isNew = state.withLock { state in
            defer { state.preference = wish }
            return state.preference != wish
        }
        if isNew { handle.prefer(wish) }
    }

    var connections: [AVCaptureConnection] { state.withLock { $0.routes.map(\.connection) } }

    /// Says that nothing follows.
    func end(_ reason: CaptureEnd) {
        for (connection, consumer) in state.withLock({ $0.routes }) { consumer.ended(connection, because: reason) }
    }

    // MARK: The device's thread

    func receive(_ sample: DeviceSample) {
        let delivered = timed(sample)
        guard let streamDecoder else { return pass(delivered) }
        streamDecoder.withLock { $0.pictures(after: delivered) }.forEach(pass)
    }

    /// The sample at a time that can be.
    private func timed(_ sample: DeviceSample) -> DeviceSample {
        var sample = sample
        let (length, now) = (sample.sound?.nanoseconds ?? 0, environment.host.now)
        let (time, isJump) = state.withLock { $0.times.time(of: sample.hostTime, lasting: length, arrival: now) }
        sample.hostTime = time
        sample.isDiscontinuous = sample.isDiscontinuous || isJump
        return sample
    }

    private func pass(_ delivered: DeviceSample) {
        let wanted: DeviceSample? = state.withLock { $0.thinning == nil ? delivered : $0.thinning?.passed(delivered) }
        guard var sample = wanted else { return }
        if let sound = delivered.sound { sample.content = .sound(sound.audible) }
        let (routes, number, isGlitch) = state.withLock { state in
            let number = state.number
            state.number += 1 + (sample.sound == nil ? sample.lostCount : 0)
            let isGlitch = sample.isDiscontinuous || sample.hostTime <= state.lastTime
            // A picture is never shown before the one in front of it, nor at nearly the same time, whatever the device says.
            let halfPeriod = halfPeriod
            if sample.sound == nil, sample.hostTime < state.lastTime + min(halfPeriod, Self.leastDistance) {
                sample.hostTime = state.lastTime + halfPeriod
            }
            state.lastTime = max(state.lastTime, sample.hostTime)
            return (state.routes, number, isGlitch)
        }
        read(sample)
        if case .picture(let picture) = sample.content { learnSize(of: picture) }
        let latency = max(0, environment.host.now - sample.hostTime)
        let factor = plan.device.digitalZoom
        let isAsWanted = factor <= 1 && plan.scale == 1
        let zoom =
            isAsWanted ? nil : CapturedSample.Zoom(factor: factor, scale: plan.scale, magnifier: magnifier)
        let loans = plan.device.state.withLock { $0.loans }
        let captured = CapturedSample(sample, number: number, decoder: decoder, zoom: zoom, loans: loans)
        // A client may have changed its settings.
        defer { preferPixels(of: routes) }
        for (connection, consumer) in routes {
            connection.count { counts in
                counts.produced += 1 + sample.lostSampleCount
                counts.lostByDevice += sample.lostSampleCount
                if isGlitch { counts.glitches += 1 }
                counts.latency = latency
                counts.longestLatency = max(counts.longestLatency, latency)
            }
            guard let sound = captured.sound else {
                consumer.receive(captured, connection)
                continue
            }
            var heard = sample
            heard.content = .sound(connection.heard(sound))
            consumer.receive(CapturedSample(heard, number: number, decoder: nil), connection)
        }
    }

    /// Takes in what sound says about its device's clock, ten times a second.
    private func read(_ sample: DeviceSample) {
        guard let sound = sample.sound else { return }
        let clock: CMClock? = state.withLock { state in
            defer { state.frameCount += sound.frameCount + sample.lostCount }
            guard sample.hostTime >= state.lastReading.addingReportingOverflow(100_000_000).partialValue else {
                return nil
            }
            state.lastReading = sample.hostTime
            let device = CMTime(
                value: Int64(state.frameCount + sample.lostCount),
                timescale: Int32(sound.format.sampleRate)
            )
            let host = CMTime(value: sample.hostTime, timescale: 1_000_000_000)
            if let clock = state.clock {
                clock.addReading(device, at: host)
                return nil
            }
            state.clock = try? CMClock(host: environment.host, deviceTime: device, hostTime: host)
            return state.clock
        }
        if let clock { plan.input.ports.forEach { $0.setClock(clock) } }
    }

    /// Has the port say how large pictures are of which that was not known before they came.
    private func learnSize(of picture: CVPixelBuffer) {
        let isNews = state.withLock { state in
            defer { state.isSizeKnown = true }
            return !state.isSizeKnown
        }
        guard isNews else { return }
        let format = plan.description(width: picture.width, height: picture.height)
        for port in plan.input.ports where port.setFormat(format) { session?.announceFormat(of: port)() }
    }

    func failed(_ failure: DeviceFailure) { session?.streamFailed(self, failure) }
}

extension DeviceSample {
    /// The frames of sound; nil of a picture.
    var sound: DeviceSoundBlock? {
        if case .sound(let block) = content { block } else { nil }
    }

    /// How many samples the device lost just before: pictures, or blocks of sound of this one's size.
    var lostSampleCount: Int {
        guard let size = sound?.frameCount, size > 0 else { return lostCount }
        return lostCount / size + (lostCount.isMultiple(of: size) ? 0 : 1)
    }
}
