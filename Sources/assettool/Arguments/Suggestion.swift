/// The candidate that is written most like `word`; nil when none is near.
func nearest(to word: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (name: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.count / 3) ? best.name : nil
}

/// How many letters have to be inserted, deleted, replaced or swapped with their neighbour to turn one word into the other.
func editDistance(_ first: String, _ second: String) -> Int {
    // Nobody means a verb with a word of hundreds of letters, and the table below is quadratic.
    let (left, right) = (Array(first.prefix(100)), Array(second.prefix(100)))
    var table = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count { table[row][0] = row }
    for column in 0...right.count { table[0][column] = column }
    for row in left.indices {
        for column in right.indices {
            let replacement = table[row][column] + (left[row] == right[column] ? 0 : 1)
            var best = min(table[row][column + 1] + 1, table[row + 1][column] + 1, replacement)
            let isSwap =
                row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
            if isSwap { best = min(best, table[row - 1][column - 1] + 1) }
            table[row + 1][column + 1] = best
        }
    }
    return table[left.count][right.count]
}
