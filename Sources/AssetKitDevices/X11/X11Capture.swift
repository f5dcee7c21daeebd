internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Makes pictures of a part of a screen, one in each period, until it is stopped or cannot go on.
final class X11Capture: ScreenCapture {
    static let lossText = "the X server is gone"

    let thread = ScreenThread(isAwaited: true)
    private let connection: X11Connection
    private let output: X11Output
    private let region: GrabRegion
    private let setup: DeviceSetup
    private let sink: any DeviceSink
    private let host: any HostClock
    /// The server is asked for a picture.
    private let isReading = Protected(false)

    init(
        _ connection: X11Connection,
        _ output: X11Output,
        _ region: GrabRegion,
        _ setup: DeviceSetup,
        _ sink: any DeviceSink,
        _ host: any HostClock
    ) {
        (self.connection, self.output, self.region) = (connection, output, region)
        (self.setup, self.sink, self.host) = (setup, sink, host)
    }

    func begin(after earlier: ScreenThread?) {
        thread.begin("assetkit.x11.screen", after: earlier, telling: sink) { self.work() }
    }

    func stop() {
        thread.stop({ connection.wake() }) { [isReading, connection] in
            // The server stands still in the middle of a picture, and libxcb waits for the rest of that whatever comes.
            if isReading.withLock({ $0 }) { connection.cut() }
        }
    }

    // MARK: - On its thread

    private func work() -> DeviceFailure? {
        let pool = PicturePool()
        connection.rest()
        var output = output
        // An earlier capture has seen changes that this one must know of.
        if let failure = follow(&output) { return failure }
        var pace = GrabPace(setup.frameDuration)
        while thread.isWanted {
            // Memory that is not there yet takes its time: it is there before the moment, and not between that and the picture.
            // What is wished for may change between two looks.
            let expected = form
            let prepared = expected.make(from: pool)
            guard wait(until: pace.moment(after: host.now)) else { return nil }
            let form = form
            let picture = form == expected ? prepared : form.make(from: pool)
            guard let picture else { return .broken("there is no memory for a picture") }
            let now = host.now
            let lostCount = pace.look(at: now)
            if let failure = grab(picture, form, of: &output) { return failure }
            guard thread.isWanted else { return nil }
            sink.receive(DeviceSample(.picture(picture), hostTime: now, lostCount: lostCount))
        }
        return nil
    }

    /// What pictures are to be just now.
    private var form: ScreenPicture {
        ScreenPicture(thread.preference, width: region.width, height: region.height)
    }

    /// Waits for a moment of the host clock; false when it is stopped before.
    private func wait(until moment: Int64) -> Bool {
        // The machine's own time it waits for by itself: an alarm goes through two more threads, and where all processors are busy each
        // of them comes late.
        guard host === SystemHostClock.shared else { return thread.wait(until: moment, on: host) }
        return thread.isWanted && connection.pause(until: moment) == .done
    }

    private func grab(
        _ picture: CVPixelBuffer,
        _ form: ScreenPicture,
        of output: inout X11Output
    ) -> DeviceFailure? {
        // A change while the outputs are listed is seen with the next try, and one after the other ends.
        for _ in 0..<100 {
            switch read(picture, form, of: output) {
            case .done, .woken: return nil
            case .lost: return .interrupted(Self.lossText)
            case .stalled: return .stalled
            case .refused: return .broken("the X server does not let the screen be read")
            case .changed:
                if let failure = follow(&output) { return failure }
            }
        }
        return .broken("the screen does not stop changing")
    }

    private func read(_ picture: CVPixelBuffer, _ form: ScreenPicture, of output: X11Output) -> X11Connection.Answer {
        isReading.withLock { $0 = true }
        defer { isReading.withLock { $0 = false } }
        let answer = connection.grab(region, of: output, showsCursor: setup.showsCursor)
        if answer == .done { form.fill(picture, from: connection) }
        return answer
    }

    /// Finds where the output is now, and whether it still shows what is wanted.
    private func follow(_ output: inout X11Output) -> DeviceFailure? {
        let (answer, outputs) = connection.outputs()
        switch answer {
        case .done: break
        case .woken: return nil
        case .stalled: return .stalled
        case .changed, .refused, .lost: return .interrupted(Self.lossText)
        }
        guard let found = outputs.first(where: { $0.name == output.name }) else { return .disconnected }
        guard GrabRegion(setup.region, width: found.width, height: found.height) == region else {
            return .broken("the screen has another size now: \(found.width) x \(found.height) pixels")
        }
        output = found
        return nil
    }
}
