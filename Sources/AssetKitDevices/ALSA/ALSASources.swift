internal import CDevices

/// What ALSA says can be recorded from.
struct ALSASources {
    /// One of them.
    struct Source: Hashable, Sendable {
        var id: String
        var name: String
        var model: String
        var isDefault: Bool
        /// What it does by itself; nil of one that was not opened, since that is known or cannot be.
        var format: DeviceSoundFormat?
        var problem: ALSAProblem?
    }

    /// All of them. Those whose format is known are not opened: others may be about to.
    static func all(configuration: String?, known: Set<String>) throws(ALSAProblem) -> [Source] {
        let listing = Listing(known: known)
        let answer = ALSAText.with(configuration) { configuration in
            ak_alsa_list(
                configuration,
                { context, id in
                    guard let context, let id else { return 0 }
                    return Listing.of(context).known.contains(String(cString: id)) ? 1 : 0
                },
                { context, source in
                    guard let context, let source else { return }
                    Listing.of(context).add(source.pointee)
                },
                Unmanaged.passUnretained(listing).toOpaque()
            )
        }
        guard answer >= 0 else { throw ALSAProblem(answer: answer) }
        return withExtendedLifetime(listing) { listing.sources }
    }

    private final class Listing {
        let known: Set<String>
        private(set) var sources: [Source] = []

        init(known: Set<String>) { self.known = known }

        static func of(_ context: UnsafeMutableRawPointer) -> Listing {
            Unmanaged<Listing>.fromOpaque(context).takeUnretainedValue()
        }

        func add(_ source: ak_ALSASource) {
            let id = String(cString: source.id)
            let (card, device) = (String(cString: source.card), String(cString: source.device))
            let name = [card, device].filter { !$0.isEmpty }.joined(separator: ", ")
            let isOpened = source.error == 0 && source.rate > 0
            sources.append(
                Source(
                    id: id,
                    name: name.isEmpty ? id : name,
                    model: card,
                    isDefault: source.is_default != 0,
                    format: isOpened
                        ? DeviceSoundFormat(sampleRate: Int(source.rate), channelCount: Int(source.channels)) : nil,
                    problem: source.error < 0 ? ALSAProblem(answer: source.error) : nil
                )
            )
        }
    }
}
