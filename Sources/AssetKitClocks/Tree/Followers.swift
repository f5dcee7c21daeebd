/// The timebases that a clock or a timebase drives. It does not keep them.
struct Followers {
    private struct Entry {
        let identifier: ObjectIdentifier
        weak var timebase: CMTimebase?
    }
    private var entries: [Entry] = []

    /// Those that are still there, in the order they came. Whoever asks keeps them until the lock of the tree is free.
    var living: [CMTimebase] { entries.compactMap(\.timebase) }

    mutating func add(_ timebase: CMTimebase, _ changes: inout TimeChanges) {
        // What has gone leaves an empty entry, which goes here.
        let living = changes.living(self)
        entries = (living + [timebase]).map { Entry(identifier: ObjectIdentifier($0), timebase: $0) }
    }

    mutating func remove(_ timebase: CMTimebase) {
        entries.removeAll { $0.identifier == ObjectIdentifier(timebase) }
    }
}
