/// How large a terminal is.
package struct TerminalGrid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// In pixels; 0 where the terminal does not tell.
    package let width: Int
    package let height: Int

    package init(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
        (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
    }

    /// Without rows at its lower end.
    func without(rows reserved: Int) -> TerminalGrid {
        let left = max(1, rows - reserved)
        return TerminalGrid(columns: columns, rows: left, width: width, height: height * left / max(1, rows))
    }
}
