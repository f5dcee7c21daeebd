/// The requests for photos of an output, in line: which begins, which takes a picture, which is through. Pure.
struct PhotoLine {
    /// So many have begun and are not through.
    static let limit = 2

    enum Stage: Hashable {
        case waiting
        /// It has begun, and the device is being set up for its next picture.
        case preparing
        /// It takes the next picture that is not before a time, behind some that it passes over.
        case armed(notBefore: Int64, skips: Int)
        /// It has all its pictures, or no more come.
        case taken
    }

    struct Entry: Hashable {
        let id: Int64
        /// It sets the device up, so that no other one may take pictures meanwhile.
        let isExclusive: Bool
        /// Pictures that it is still to take.
        var remaining: Int
        /// Pictures that are being worked on.
        var inWork = 0
        var stage = Stage.waiting
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    /// Some are still to take pictures.
    var isTaking: Bool { entries.contains { $0.stage != .taken } }

    mutating func submit(_ id: Int64, pictureCount: Int, isExclusive: Bool) {
        entries.append(Entry(id: id, isExclusive: isExclusive, remaining: pictureCount))
    }

    /// Those that begin now, in the order in which they came.
    mutating func begin() -> [Int64] {
        var begun: [Int64] = []
        for index in entries.indices where entries[index].stage == .waiting {
            let others = entries.filter { $0.stage != .waiting }
            let taking = others.filter { $0.stage != .taken }
            let isFree = entries[index].isExclusive ? taking.isEmpty : !taking.contains { $0.isExclusive }
            // Nobody overtakes.
            guard others.count < Self.limit, isFree else { break }
            entries[index].stage = .preparing
            begun.append(entries[index].id)
        }
        return begun
    }

    /// The device is set up for the next picture of one; false where that does not wait for one any more.
    @discardableResult
    mutating func arm(_ id: Int64, notBefore time: Int64, skipping count: Int = 0) -> Bool {
        guard let index = index(of: id), entries[index].stage == .preparing else { return false }
        entries[index].stage = .armed(notBefore: time, skips: count)
        return true
    }

    /// A picture has come: those that take it, and how many they still want.
    mutating func take(at time: Int64) -> [(id: Int64, remaining: Int)] {
        var takers: [(id: Int64, remaining: Int)] = []
        for index in entries.indices {
            guard case .armed(let notBefore, let skips) = entries[index].stage, time >= notBefore else { continue }
            guard skips == 0 else {
                entries[index].stage = .armed(notBefore: notBefore, skips: skips - 1)
                continue
            }
            entries[index].remaining -= 1
            entries[index].inWork += 1
            entries[index].stage = entries[index].remaining == 0 ? .taken : .preparing
            takers.append((entries[index].id, entries[index].remaining))
        }
        return takers
    }

    /// A picture of one is done; true where that was its last, and it leaves the line.
    mutating func finish(_ id: Int64) -> Bool {
        guard let index = index(of: id) else { return false }
        entries[index].inWork -= 1
        return leaveIfDone(index)
    }

    /// No pictures come any more for those that still want some: who they are, how many they lack, and whether they leave the line
    /// at once or with what is being worked on.
    mutating func fail(_ isMeant: (Int64) -> Bool = { _ in true }) -> [(id: Int64, missing: Int, isLeaving: Bool)] {
        var failed: [(id: Int64, missing: Int, isLeaving: Bool)] = []
        for id in entries.filter({ $0.stage != .taken }).map(\.id) where isMeant(id) {
            guard let index = index(of: id) else { continue }
            let missing = entries[index].remaining
            (entries[index].remaining, entries[index].stage) = (0, .taken)
            failed.append((id, missing, leaveIfDone(index)))
        }
        return failed
    }

    private mutating func leaveIfDone(_ index: Int) -> Bool {
        guard entries[index].stage == .taken, entries[index].inWork == 0 else { return false }
        entries.remove(at: index)
        return true
    }

    private func index(of id: Int64) -> Int? { entries.firstIndex { $0.id == id } }
}
