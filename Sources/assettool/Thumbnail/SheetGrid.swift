import AssetKit

/// How many pictures stand side by side on a sheet, and how many rows there are: `4x3`.
struct SheetGrid: Sendable, Equatable {
    let columns: Int
    let rows: Int

    /// More of them than this no format has room for.
    static let limit = 1000

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Reads the value of `--sheet`; nil for what is none.
    init?(_ text: String) {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), let columns = Int(parts[0]),
            let rows = Int(parts[1]), (1...Self.limit).contains(columns), (1...Self.limit).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    var cellCount: Int { columns * rows }

    /// The part of the grid that so many pictures need.
    func trimmed(to count: Int) -> SheetGrid {
        SheetGrid(columns: min(columns, max(count, 1)), rows: min(rows, max((count + columns - 1) / columns, 1)))
    }
}
