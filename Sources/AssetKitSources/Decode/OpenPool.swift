/// What can be closed, to be opened again when it is needed.
protocol Closable {
    /// Something of it is open that closing it might close.
    var isOpen: Bool { get }

    /// Closes what nobody uses.
    mutating func close()
}

/// Things of which few are to be open at once, each known by a key, in the order in which they are closed: what was used longest
/// ago comes first. Pure.
///
/// Only what has something open is in the order. So neither using nor closing takes longer the more things have been used.
struct OpenPool<Key: Hashable, Member: Closable> {
    private struct Node {
        let key: Key
        var member: Member
        var isInOrder = false
        /// The places of its neighbours in the order: what was used before it, and what was used after it.
        var before: Int?
        var after: Int?
    }

    /// In the order in which they were first used.
    private var nodes: [Node] = []
    private var places: [Key: Int] = [:]
    /// The ends of the order.
    private var oldest: Int?
    private var newest: Int?
    /// How often something has been looked at to be closed.
    private(set) var stepCount = 0

    init() {}

    /// The member at a place that `use` has said.
    subscript(place: Int) -> Member {
        get { nodes[place].member }
        set { nodes[place].member = newValue }
    }

    /// The place of a member, which is used now. It stays the same.
    mutating func use(_ key: Key, orMake make: () -> Member) -> Int {
        let place = places[key] ?? nodes.count
        if place == nodes.count {
            nodes.append(Node(key: key, member: make()))
            places[key] = place
        }
        unlink(place)
        link(place)
        return place
    }

    /// The member that was used last.
    var used: Member? { newest.map { nodes[$0].member } }

    /// Where closing has come to, from what was used longest ago on.
    struct Walk {
        fileprivate var place: Int?
    }

    /// A walk that has closed nothing yet.
    var walk: Walk { Walk(place: oldest) }

    /// Closes what nobody uses of the next member; nil where only the one that is used is left.
    mutating func closeNext(_ walk: inout Walk) -> Key? {
        guard let place = walk.place, place != newest else { return nil }
        walk.place = nodes[place].after
        stepCount += 1
        nodes[place].member.close()
        if !nodes[place].member.isOpen { unlink(place) }
        return nodes[place].key
    }

    /// Changes every member of which something is open.
    mutating func updateOpen(_ change: (inout Member) -> Void) {
        var next = oldest
        while let place = next {
            next = nodes[place].after
            change(&nodes[place].member)
        }
    }

    // MARK: Order

    private mutating func link(_ place: Int) {
        (nodes[place].before, nodes[place].after, nodes[place].isInOrder) = (newest, nil, true)
        if let newest { nodes[newest].after = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        guard nodes[place].isInOrder else { return }
        let (before, after) = (nodes[place].before, nodes[place].after)
        if let before { nodes[before].after = after } else { oldest = after }
        if let after { nodes[after].before = before } else { newest = before }
        (nodes[place].before, nodes[place].after, nodes[place].isInOrder) = (nil, nil, false)
    }
}
