internal import AssetKitBase
internal import AssetKitClocks
internal import CMTimeLib
internal import Foundation

/// A synthetic device that is open.
final class SyntheticHandle: DeviceHandle {
    private struct State {
        var setup: DeviceSetup
        var capture: SyntheticCapture?
    }
    private let unit: SyntheticUnit
    private let state: Protected<State>

    init(_ unit: SyntheticUnit) {
        self.unit = unit
        state = Protected(State(setup: DeviceSetup(format: unit.facts.formats[0])))
    }

    deinit { close() }

    func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
        try checkPlug()
        var taken = setup
        if !unit.facts.formats.contains(setup.format) { taken.format = unit.facts.formats[0] }
        if let pictures = taken.format.pictures { taken.frameDuration = pictures.rates.nearest(setup.frameDuration) }
        if let region = taken.region, let pictures = taken.format.pictures {
            taken.region = SyntheticHandle.clipped(region, width: pictures.width, height: pictures.height)
        }
        state.withLock { $0.setup = taken }
        return taken
    }

    /// A region of whole pairs of pixels within the screen.
    private static func clipped(_ region: CGRect, width: Int, height: Int) -> CGRect? {
        let whole = CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height))
        let common = region.standardized.intersection(whole)
        guard common.width >= 2, common.height >= 2 else { return nil }
        return CGRect(
            x: common.minX.rounded(.down),
            y: common.minY.rounded(.down),
            width: CGFloat(Int(common.width) & ~1),
            height: CGFloat(Int(common.height) & ~1)
        )
    }

    func controls() throws(AVError) -> [DeviceControl] {
        try check()
        return unit.controls
    }

    func set(_ changes: [DeviceControlChange]) throws(AVError) {
        try check()
        for change in changes {
            guard let control = unit.controls.first(where: { $0.kind == change.kind }) else {
                throw AVError(.incorrectlyConfigured, "'\(unit.facts.name)' has no \(change.kind.rawValue)")
            }
            guard !control.isReadOnly, !control.isInactive else {
                throw AVError(.incorrectlyConfigured, "'\(control.name)' of '\(unit.facts.name)' cannot be set now")
            }
            unit.set(change)
        }
    }

    func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
        try checkPlug()
        stop()
        let capture = SyntheticCapture(unit, state.withLock { $0.setup }, sink, host)
        guard unit.take(capture, on: host) else {
            try checkPlug()
            throw taken
        }
        state.withLock { $0.capture = capture }
        capture.begin()
    }

    func stop() {
        let capture = state.withLock { state in
            defer { state.capture = nil }
            return state.capture
        }
        capture?.stop()
    }

    func close() { stop() }

    private func checkPlug() throws(AVError) {
        guard unit.isPlugged else { throw AVError(.deviceNotConnected, "'\(unit.facts.name)' is not connected") }
    }

    private func check() throws(AVError) {
        try checkPlug()
        guard !unit.isBusy else { throw taken }
    }

    private var taken: AVError {
        AVError(.deviceInUseByAnotherApplication, "another program uses '\(unit.facts.name)'")
    }
}
