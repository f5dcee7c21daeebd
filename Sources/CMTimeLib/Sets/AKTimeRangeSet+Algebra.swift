extension AKTimeRangeSet {
    /// Puts the times of a range in.
    public mutating func insert(_ range: CMTimeRange) throws(AKTimeRangeSetError) {
        guard let element = try Element(range) else { return }
        try checkEpoch(element)
        // Everything from the first range that reaches the new one to the last that it reaches becomes one.
        let first = firstIndex { $0.end >= element.start }
        let last = firstIndex { $0.start > element.end }
        guard first < last else {
            elements.insert(element, at: first)
            return
        }
        let (early, late) = (elements[first], elements[last - 1])
        let start = early.start <= element.start ? early.start : element.start
        let end = late.end >= element.end ? late.end : element.end
        let merged = try Element(from: start, to: end, reusing: [early, late, element])
        elements.replaceSubrange(first..<last, with: [merged])
    }

    /// Takes the times of a range out.
    public mutating func remove(_ range: CMTimeRange) throws(AKTimeRangeSetError) {
        guard let element = try Element(range) else { return }
        try checkEpoch(element)
        let first = firstIndex { $0.end > element.start }
        let last = firstIndex { $0.start >= element.end }
        guard first < last else { return }
        let (early, late) = (elements[first], elements[last - 1])
        var rest: [Element] = []
        if early.start < element.start { rest.append(try Element(from: early.start, to: element.start)) }
        if element.end < late.end { rest.append(try Element(from: element.end, to: late.end)) }
        elements.replaceSubrange(first..<last, with: rest)
    }

    /// The times that are in either set.
    public func union(_ other: AKTimeRangeSet) throws(AKTimeRangeSetError) -> AKTimeRangeSet {
        try combined(with: other) { $0 || $1 }
    }

    /// The times that are in both sets.
    public func intersection(_ other: AKTimeRangeSet) throws(AKTimeRangeSetError) -> AKTimeRangeSet {
        try combined(with: other) { $0 && $1 }
    }

    /// The times of this set that are not in the other.
    public func subtracting(_ other: AKTimeRangeSet) throws(AKTimeRangeSetError) -> AKTimeRangeSet {
        try combined(with: other) { $0 && !$1 }
    }

    /// The times that are in exactly one of the sets.
    public func symmetricDifference(_ other: AKTimeRangeSet) throws(AKTimeRangeSetError) -> AKTimeRangeSet {
        try combined(with: other) { $0 != $1 }
    }

    /// The times of `range` that are not in the set: what is missing between its bounds.
    public func gaps(in range: CMTimeRange) throws(AKTimeRangeSetError) -> AKTimeRangeSet {
        try AKTimeRangeSet(range).subtracting(self)
    }

    /// The index of the first element that the predicate holds for, or the count; it holds for all after that one.
    private func firstIndex(_ predicate: (Element) -> Bool) -> Int {
        var low = 0
        var high = elements.count
        while low < high {
            let middle = low + (high - low) / 2
            if predicate(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func checkEpoch(_ element: Element) throws(AKTimeRangeSetError) {
        guard let first = elements.first, first.start.epoch != element.start.epoch else { return }
        throw .differentEpoch
    }

    /// Walks over the bounds of both sets in order and keeps the times for which `isKept` holds, given whether they
    /// are in this set and in the other. Times in neither are not kept.
    private func combined(
        with other: AKTimeRangeSet,
        keepingWhere isKept: (Bool, Bool) -> Bool
    ) throws(AKTimeRangeSetError) -> AKTimeRangeSet {
        if let first = other.elements.first { try checkEpoch(first) }
        var left = BoundaryWalk(elements)
        var right = BoundaryWalk(other.elements)
        var result: [Element] = []
        var opened: CMTime?
        var candidates: [Element] = []
        while let bound = BoundaryWalk.earlier(left.next, right.next) {
            left.advance(past: bound)
            right.advance(past: bound)
            let isInside = isKept(left.inside != nil, right.inside != nil)
            if isInside, opened == nil {
                opened = bound
                candidates = [left.inside, right.inside].compactMap { $0 }
            } else if !isInside, let start = opened {
                result.append(try Element(from: start, to: bound, reusing: candidates))
                opened = nil
            }
        }
        return AKTimeRangeSet(elements: result)
    }
}

extension AKTimeRangeSet.Element {
    /// Makes an element between two bounds: one of the `candidates` with just these, so that its duration stays as it
    /// was put in, or a new one.
    fileprivate init(
        from start: CMTime,
        to end: CMTime,
        reusing candidates: [Self]
    ) throws(AKTimeRangeSetError) {
        if let same = candidates.first(where: { $0.start == start && $0.end == end }) {
            self = same
        } else {
            try self.init(from: start, to: end)
        }
    }
}

/// The bounds of a set in order: each start, then its end.
private struct BoundaryWalk {
    private let elements: [AKTimeRangeSet.Element]
    private var index = 0
    /// The element that the walk is in the middle of.
    private(set) var inside: AKTimeRangeSet.Element?

    init(_ elements: [AKTimeRangeSet.Element]) {
        self.elements = elements
    }

    /// The bound ahead; nil after the last one.
    var next: CMTime? {
        if let inside { return inside.end }
        return index < elements.count ? elements[index].start : nil
    }

    /// Steps over the bound ahead, if it is this one.
    mutating func advance(past bound: CMTime) {
        guard next == bound else { return }
        if inside == nil {
            inside = elements[index]
        } else {
            inside = nil
            index += 1
        }
    }

    static func earlier(_ first: CMTime?, _ second: CMTime?) -> CMTime? {
        guard let first, let second else { return first ?? second }
        return first <= second ? first : second
    }
}
