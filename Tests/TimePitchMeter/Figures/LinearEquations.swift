/// The normal equations of at most four unknowns.
struct LinearEquations {
    private let count: Int
    private var rows: [SIMD4<Double>]
    private var right: SIMD4<Double> = .zero

    init(count: Int) {
        self.count = count
        rows = [SIMD4<Double>](repeating: .zero, count: 4)
    }

    /// One observation: how much of it each unknown is, and what it is.
    @inline(__always)
    mutating func add(_ weights: SIMD4<Double>, _ value: Double) {
        for row in 0..<4 { rows[row] += weights[row] * weights }
        right += weights * value
    }

    /// By elimination, the largest first. An unknown that nothing says anything about is zero.
    func solved() -> SIMD4<Double> {
        var (rows, right) = (rows, right)
        for column in 0..<count {
            let best = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            rows.swapAt(column, best)
            (right[column], right[best]) = (right[best], right[column])
            guard rows[column][column] != 0 else { continue }
            for row in 0..<count where row != column {
                let factor = rows[row][column] / rows[column][column]
                rows[row] -= factor * rows[column]
                right[row] -= factor * right[column]
            }
        }
        var solution = SIMD4<Double>.zero
        for row in 0..<count where rows[row][row] != 0 { solution[row] = right[row] / rows[row][row] }
        return solution
    }
}
