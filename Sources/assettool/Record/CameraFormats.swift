import AssetKit

/// Chooses how a camera delivers, where the command line says more than a preset. Pure.
struct CameraFormats {
    /// What counts of a format.
    struct Candidate: Equatable {
        let width: Int
        let height: Int
        /// Pictures in a second.
        let rates: [ClosedRange<Double>]

        func has(_ rate: Double) -> Bool {
            rates.contains { $0.lowerBound - 0.05 <= rate && rate <= $0.upperBound + 0.05 }
        }

        /// It has the rate, or a faster one, of which pictures are left out.
        func gives(_ rate: Double) -> Bool { rate <= fastest + 0.05 }

        var fastest: Double { rates.map(\.upperBound).max() ?? 0 }
    }

    let candidates: [Candidate]

    /// The place of the best one; nil where none is as fast as wanted. Of those that are, it is the one that fills the size best, or
    /// the largest, and of several one that has the rate itself.
    func choose(_ size: PictureSize?, rate: Double?) -> Int? {
        let fast = candidates.indices.filter { index in
            rate.map { candidates[index].gives($0) } ?? (candidates[index].fastest > 23.9)
        }
        func isOwn(_ index: Int) -> Bool { rate.map { candidates[index].has($0) } ?? true }
        // Slow is better than nothing where nobody asks for a rate.
        let usable =
            fast.isEmpty && rate == nil ? Array(candidates.indices) : fast.filter(isOwn) + fast.filter { !isOwn($0) }
        guard let size, size.width != nil, size.height != nil else { return largest(of: usable) }
        // The picture becomes as large as it can, out of as few pixels as that takes.
        func rank(_ index: Int) -> [Int] {
            let fitted = size.fitted(width: candidates[index].width, height: candidates[index].height)
            return [-fitted.width * fitted.height, area(index)]
        }
        return usable.min { rank($0).lexicographicallyPrecedes(rank($1)) }
    }

    private func area(_ index: Int) -> Int { candidates[index].width * candidates[index].height }

    /// The first of several that are as large: devices name the cheapest first.
    private func largest(of indices: [Int]) -> Int? {
        guard let area = indices.map(area).max() else { return nil }
        return indices.first { self.area($0) == area }
    }

    /// All rates, the highest first.
    var rates: [Double] {
        Set(candidates.flatMap { $0.rates.flatMap { [$0.lowerBound, $0.upperBound] } }).sorted(by: >)
    }
}
