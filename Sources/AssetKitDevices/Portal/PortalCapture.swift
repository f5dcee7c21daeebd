internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Has a desktop ask what is to be shared, and makes pictures of that, until it is stopped or cannot go on.
final class PortalCapture: ScreenCapture {
    /// What is to be woken by whoever stops it, and by another clock.
    private struct Held {
        var connection: PortalConnection?
        var stream: PortalStream?
        var isDue = false
    }

    /// Why it does not go on.
    enum End: Error {
        case stopped
        case failed(DeviceFailure)
    }

    let place: PortalPlace
    let offer: PortalOffer
    let token: PortalToken
    let setup: DeviceSetup
    let host: any HostClock
    let thread = ScreenThread(isAwaited: false)
    private let sink: any DeviceSink
    private let held = Protected(Held())

    init(
        at place: PortalPlace,
        _ offer: PortalOffer,
        _ token: PortalToken,
        _ setup: DeviceSetup,
        _ sink: any DeviceSink,
        _ host: any HostClock
    ) {
        (self.place, self.offer, self.token) = (place, offer, token)
        (self.setup, self.sink, self.host) = (setup, sink, host)
    }

    func begin(after earlier: ScreenThread?) {
        thread.begin("assetkit.portal.screen", after: earlier, telling: sink) { self.work() }
    }

    /// The dialog ends with it, where there is one.
    func stop() {
        thread.stop {
            held.withLock { held in
                held.connection?.wake()
                held.stream?.wake()
            }
        }
    }

    // MARK: - On its thread

    private func work() -> DeviceFailure? {
        defer { letGo() }
        do throws(End) {
            guard thread.isWanted else { return nil }
            let connection = try connect()
            try hold(connection)
            let stream = try open(connection)
            try show(stream)
        } catch {
            if case .failed(let failure) = error { return failure }
        }
        return nil
    }

    private func connect() throws(End) -> PortalConnection {
        do throws(PortalProblem) {
            return try place.connect(isPatient: true)
        } catch {
            throw .failed(.broken(error.sentence))
        }
    }

    private func letGo() {
        // They say goodbye after the lock is free.
        let freed = held.withLock { held in
            defer { held = Held() }
            return held
        }
        withExtendedLifetime(freed) {}
    }

    /// A stop from before is not lost: what is held now is woken by those that follow.
    func hold(_ connection: PortalConnection, _ stream: PortalStream? = nil) throws(End) {
        held.withLock { ($0.connection, $0.stream) = (connection, stream) }
        thread.requireWaiting()
        if thread.isStopped { throw .stopped }
    }

    func deliver(_ picture: CVPixelBuffer, at moment: Int64, lostCount: Int) {
        sink.receive(DeviceSample(.picture(picture), hostTime: moment, lostCount: lostCount))
    }

    /// Waits for a newer picture where that is wanted, or for a moment of the host clock, if there is one.
    func wait(_ stream: PortalStream, until moment: Int64?, wantsPictures: Bool) throws(End) -> PortalStream.Answer {
        let answer: PortalStream.Answer
        if host === SystemHostClock.shared {
            answer = stream.wait(until: moment, wantsPictures: wantsPictures)
        } else {
            answer = waitForCall(stream, at: moment, wantsPictures: wantsPictures)
        }
        guard thread.isWanted else { throw .stopped }
        return answer
    }

    /// Another clock calls when it is time.
    private func waitForCall(_ stream: PortalStream, at moment: Int64?, wantsPictures: Bool) -> PortalStream.Answer {
        held.withLock { $0.isDue = false }
        let alarm = moment.map { moment in
            host.alarm(at: moment) { [held] in
                held.withLock { held in
                    held.isDue = true
                    held.stream?.wake()
                }
            }
        }
        defer { alarm?.cancel() }
        let answer = stream.wait(until: nil, wantsPictures: wantsPictures)
        guard answer == .woken else { return answer }
        // Who stops it wakes it behind having said so.
        guard !thread.isStopped else { return .woken }
        return held.withLock { held in
            held.stream?.rest()
            return held.isDue ? .done : .woken
        }
    }
}
