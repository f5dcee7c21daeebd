internal import CMTimeLib

/// At which target time a source time shows first.
struct SpeedInverse {
    private let points: [EditSpeedPoint]
    private let isRising: Bool
    /// Through more stretches than this nobody looks one by one.
    private static let limit = 1000

    init(_ points: [EditSpeedPoint]) {
        self.points = points
        isRising = zip(points, points.dropFirst()).allSatisfy { $0.source <= $1.source }
    }

    /// Nil where it never shows, or cannot be found.
    func target(of source: CMTime) -> CMTime? {
        guard !isRising else {
            return target(of: source, before: max(points.firstIndexInOrder { $0.source >= source }, 1))
        }
        guard points.count <= Self.limit else { return nil }
        for index in points.indices.dropFirst() {
            if let target = target(of: source, before: index) { return target }
        }
        return nil
    }

    /// The target in the stretch that ends with a point.
    private func target(of source: CMTime, before index: Int) -> CMTime? {
        guard index < points.count else { return nil }
        let (from, to) = (points[index - 1], points[index])
        if source == from.source { return from.target }
        guard let share = source.minus(from.source).ratio(to: to.source.minus(from.source)),
            share > .zero, share <= .one
        else { return nil }
        return from.target.plus(to.target.minus(from.target).scaled(by: share))
    }
}
