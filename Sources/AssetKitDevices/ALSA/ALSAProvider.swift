package import AssetKitBase
internal import CDevices
internal import Foundation

/// Microphones of sound cards, and of what ALSA's configuration puts in their place, for machines without a sound server.
///
/// A server has the cards, and shows them as its own: while there is one, this provider has nothing. libasound is loaded when it is
/// needed.
package final class ALSAProvider: DeviceProvider {
    package let name = "alsa"
    private let configuration: String?
    private let folder: String
    private let server: (any DeviceProvider)?
    private let known = Protected(ALSASources.Known())

    /// What is asked of a source as long as nobody knows what it does by itself: ALSA converts.
    private static let usual = DeviceSoundFormat(sampleRate: 48_000, channelCount: 2)

    /// Makes a provider that leaves the cards to a server while that works. `configuration` is a file in place of ALSA's own, and
    /// `folder` has the nodes.
    package init(
        unless server: (any DeviceProvider)? = nil,
        configuration: String? = nil,
        folder: String = "/dev"
    ) {
        (self.server, self.configuration, self.folder) = (server, configuration, folder)
    }

    private var isNeeded: Bool { server.map { $0.obstacle != nil } ?? true }

    package var obstacle: String? {
        guard isNeeded else { return nil }
        do {
            return try sources().isEmpty ? "there is no sound card" : nil
        } catch {
            return error.obstacleOfAll
        }
    }

    package func devices() -> [DeviceFacts] {
        // Why there are none is said by `obstacle`.
        guard isNeeded, let sources = try? sources() else { return [] }
        return sources.map(facts)
    }

    package func access(to kind: DeviceKind) -> DeviceAccess {
        guard kind == .microphone else { return .restricted("sound cards have nothing but microphones") }
        guard isNeeded else { return .restricted("the sound server has the cards") }
        do throws(ALSAProblem) {
            let sources = try sources()
            let refusals = sources.compactMap { $0.problem?.isRefusal == true ? $0.problem : nil }
            guard let refusal = refusals.first, refusals.count == sources.count else { return .authorized }
            return .denied(refusal.obstacle)
        } catch {
            return error == .notInstalled ? .restricted(error.obstacleOfAll) : .denied(error.obstacleOfAll)
        }
    }

    package func open(_ id: String) throws(AVError) -> any DeviceHandle {
        let found: DeviceFacts?
        do throws(ALSAProblem) {
            found = try sources().first { $0.id == id }.map(facts)
        } catch {
            throw error.error(opening: id)
        }
        guard let found else { throw ALSAProblem(answer: -ENODEV).error(opening: id) }
        let wish = found.formats.first?.sound ?? Self.usual
        return try ALSAHandle(id, wish, configuration: configuration)
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? {
        let watch = NodeFolderWatch(folder, and: [folder + "/snd"], isNews: Self.isNews, look: look, changed)
        guard let watch else { return nil }
        return DeviceWatch { watch.end() }
    }

    /// Cards that record have a node that ends so: card, device, capture.
    private static func isNews(_ name: String) -> Bool {
        name == "snd" || name.hasPrefix("controlC") || name.hasPrefix("pcmC") && name.hasSuffix("c")
    }

    private func look() -> CardView {
        CardView(cards: devices().map { .init(id: $0.id, obstacle: $0.obstacle) })
    }

    private func sources() throws(ALSAProblem) -> [ALSASources.Source] {
        let sources = try ALSASources.all(configuration: configuration, known.withLock { $0 })
        known.withLock { $0.learn(sources) }
        return sources
    }

    private func facts(_ source: ALSASources.Source) -> DeviceFacts {
        // That it is in use now says nothing of later, and opening it says so then.
        let problem = source.problem.flatMap { $0.isBusy ? nil : $0 }
        let own = known.withLock { $0.formats[source.id] } ?? (problem == nil ? Self.usual : nil)
        let all = own.map { SoundFormats.all(sampleRate: $0.sampleRate, channelCount: $0.channelCount) } ?? []
        return DeviceFacts(
            id: source.id,
            kind: .microphone,
            name: source.name,
            model: source.model,
            formats: all.map { .sound($0) },
            isDefault: source.isDefault,
            isExclusive: source.isCard,
            obstacle: problem?.obstacle ?? (all.isEmpty ? "it has no format that a card can have" : nil)
        )
    }
}

/// Which sound cards there are.
private struct CardView: NodeFolderView {
    struct Card: Hashable, Sendable {
        var id: String
        var obstacle: String?
    }
    var cards: [Card]

    var isComplete: Bool { cards.allSatisfy { $0.obstacle == nil } }
}
