import AssetKit

/// Chooses how a camera delivers, where the command line says more than a preset. Pure.
struct CameraFormats {
    /// What counts of a format.
    struct Candidate: Equatable {
        let width: Int
        let height: Int
        /// Pictures in a second.
        let rates: [ClosedRange<Double>]

        func has(_ rate: Double) -> Bool { rates.contains { $0.lowerBound - 0.05 <= rate && rate <= $0.upperBound + 0.05 } }

        var fastest: Double { rates.map(\.upperBound).max() ?? 0 }
    }

    let candidates: [Candidate]

    /// The place of the best one; nil where none is as fast as wanted. Of those that are, it is the one of just that size, or the
    /// smallest that is no smaller, or the largest.
    func choose(_ size: PictureSize?, rate: Double?) -> Int? {
        let fast = candidates.indices.filter { index in
            rate.map { candidates[index].has($0) } ?? (candidates[index].fastest > 23.9)
        }
        // Slow is better than nothing where nobody asks for a rate.
        let usable = fast.isEmpty && rate == nil ? Array(candidates.indices) : fast
        guard let width = size?.width, let height = size?.height else { return largest(of: usable) }
        if let exact = usable.first(where: { candidates[$0].width == width && candidates[$0].height == height }) {
            return exact
        }
        let large = usable.filter { candidates[$0].width >= width && candidates[$0].height >= height }
        return large.min { area($0) < area($1) } ?? largest(of: usable)
    }

    private func area(_ index: Int) -> Int { candidates[index].width * candidates[index].height }

    /// The first of several that are as large: devices name the cheapest first.
    private func largest(of indices: [Int]) -> Int? {
        guard let area = indices.map(area).max() else { return nil }
        return indices.first { self.area($0) == area }
    }

    /// All rates, the highest first.
    var rates: [Double] { Set(candidates.flatMap { $0.rates.flatMap { [$0.lowerBound, $0.upperBound] } }).sorted(by: >) }
}
