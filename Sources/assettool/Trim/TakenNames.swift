import Synchronization

/// The names that outputs of one run have, whichever of its inputs they are made of.
final class TakenNames: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Takes names for the outputs of one input: all of them, or none where one is taken already, which is the answer.
    func take(_ wanted: [String]) -> String? {
        names.withLock { names -> String? in
            for name in wanted where names.contains(name) { return name }
            names.formUnion(wanted)
            return nil
        }
    }
}
