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

        /// It is a card itself, which has one reader at a time; what the configuration puts in its place may have several.
        var isCard: Bool { id.hasPrefix("hw:") }
    }

    /// What listings have found out.
    struct Known: Sendable {
        /// What sources do by themselves, by their names: one that is in use can still be chosen.
        private(set) var formats: [String: DeviceSoundFormat] = [:]
        private(set) var defaultID: String?

        mutating func learn(_ sources: [Source]) {
            for source in sources { formats[source.id] = source.format ?? formats[source.id] }
            defaultID = sources.first(where: \.isDefault)?.id
        }
    }

    /// All of them. What is known is not opened: others may be about to.
    static func all(configuration: String?, _ known: Known) throws(ALSAProblem) -> [Source] {
        let listing = Listing(known)
        let answer = ALSAText.with(configuration) { configuration in
            ALSAText.with(known.defaultID) { defaultID in
                ak_alsa_list(
                    configuration,
                    defaultID,
                    { context, id in
                        guard let context, let id else { return 0 }
                        return Listing.of(context).known.formats[String(cString: id)] == nil ? 0 : 1
                    },
                    { context, source in
                        guard let context, let source else { return }
                        Listing.of(context).add(source.pointee)
                    },
                    Unmanaged.passUnretained(listing).toOpaque()
                )
            }
        }
        guard answer >= 0 else { throw ALSAProblem(answer: answer) }
        return withExtendedLifetime(listing) { listing.sources }
    }

    private final class Listing {
        let known: Known
        private(set) var sources: [Source] = []

        init(_ known: Known) { self.known = known }

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
