package import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// The provider of devices that there are none of.
package final class SyntheticProvider: DeviceProvider {
    /// A description of a device.
    package enum Kind: Sendable {
        case camera(AKSyntheticCamera)
        case microphone(AKSyntheticMicrophone)
        case screen(AKSyntheticScreen)

        var facts: DeviceFacts {
            switch self {
            case .camera(let camera): camera.facts
            case .microphone(let microphone): microphone.facts
            case .screen(let screen): screen.facts
            }
        }

        var script: [AKSyntheticEvent] {
            switch self {
            case .camera(let camera): camera.script
            case .microphone(let microphone): microphone.script
            case .screen(let screen): screen.script
            }
        }
    }

    private struct State {
        var units: [SyntheticUnit] = []
        var watchers: [Int: @Sendable () -> Void] = [:]
        var lastWatcher = 0
        var isAlone = false
        var problem: String?
    }

    /// Those of this process: what the environment names, and what the program adds.
    package static let shared = {
        let provider = SyntheticProvider()
        if let path = ProcessInfo.processInfo.environment["ASSETKIT_SYNTHETIC_DEVICES"], !path.isEmpty {
            provider.addEnvironment(URL(fileURLWithPath: path))
        }
        return provider
    }()

    package let name = "synthetic"
    private let state = Protected(State())

    package init() {}

    /// The machine's own devices are to be left out.
    package var isAlone: Bool { state.withLock { $0.isAlone } }

    package var obstacle: String? { state.withLock { $0.problem } }

    package func access(to kind: DeviceKind) -> DeviceAccess { .authorized }

    package func devices() -> [DeviceFacts] {
        let units = state.withLock { $0.units }
        var facts = units.filter(\.isPlugged).map(\.facts)
        if isAlone, let first = facts.firstIndex(where: { $0.kind == .microphone }) { facts[first].isDefault = true }
        return facts
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? {
        let number = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = changed
            return state.lastWatcher
        }
        return DeviceWatch { [weak self] in _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) } }
    }

    package func open(_ id: String) throws(AVError) -> any DeviceHandle {
        guard let unit = unit(id), unit.isPlugged else {
            throw AVError(.deviceNotConnected, "there is no device '\(id)'")
        }
        return SyntheticHandle(unit)
    }

    package func choose(_ port: String, of id: String) throws(AVError) {
        guard let unit = unit(id), unit.isPlugged, unit.choose(port) else {
            throw AVError(.deviceNotConnected, "'\(id)' has no source '\(port)'")
        }
    }

    // MARK: What there is

    package func add(_ kind: Kind) {
        let unit = SyntheticUnit(kind) { [weak self] in self?.announce() }
        let old = state.withLock { state in
            let place = state.units.firstIndex { $0.facts.id == unit.facts.id }
            guard let place else {
                state.units.append(unit)
                return nil as SyntheticUnit?
            }
            defer { state.units[place] = unit }
            return state.units[place]
        }
        old?.setPlugged(false)
        announce()
    }

    func add(contentsOf url: URL) throws {
        let description = try JSONDecoder().decode(AKSyntheticDevices.Description.self, from: Data(contentsOf: url))
        if description.only == true { state.withLock { $0.isAlone = true } }
        description.cameras?.forEach { add(.camera($0)) }
        description.microphones?.forEach { add(.microphone($0)) }
        description.screens?.forEach { add(.screen($0)) }
    }

    private func addEnvironment(_ url: URL) {
        do {
            try add(contentsOf: url)
        } catch {
            let reason =
                "the devices of '\(url.path)' (ASSETKIT_SYNTHETIC_DEVICES) cannot be read: \(Self.words(error))"
            state.withLock { $0.problem = reason }
        }
    }

    /// What is wrong with a file, in few words.
    package static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
            DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        default:
            // Of a file that cannot be read the system says what is wrong.
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
            return cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
        }
    }

    package func setPlugged(_ isPlugged: Bool, _ id: String) { unit(id)?.setPlugged(isPlugged) }

    package func removeAll() {
        let units = state.withLock { state in
            defer { state.units = [] }
            return state.units
        }
        for unit in units { unit.setPlugged(false) }
        announce()
    }

    private func unit(_ id: String) -> SyntheticUnit? { state.withLock { $0.units.first { $0.facts.id == id } } }

    private func announce() {
        let watchers = state.withLock { state in state.watchers.sorted { $0.key < $1.key }.map(\.value) }
        for watcher in watchers { watcher() }
    }
}
