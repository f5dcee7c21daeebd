/// Letters for the time axis: digits, a colon and a point, on a grid of 5 by 7.
enum BitmapDigits {
    static let height = 7

    /// The columns that a text takes, without the gap behind it.
    static func width(_ text: String) -> Int { max(0, text.map { advance($0) }.reduce(0, +) - 1) }

    /// The dots of a text, from its top left corner.
    static func dots(_ text: String) -> [(column: Int, row: Int)] {
        var dots: [(Int, Int)] = []
        var left = 0
        for character in text {
            for (row, line) in (rows[character] ?? []).enumerated() {
                for (column, dot) in line.enumerated() where dot == "#" { dots.append((left + column, row)) }
            }
            left += advance(character)
        }
        return dots
    }

    private static func advance(_ character: Character) -> Int { (rows[character]?.first?.count ?? 4) + 1 }

    private static let rows: [Character: [String]] = [
        "0": [" ### ", "#   #", "#   #", "#   #", "#   #", "#   #", " ### "],
        "1": ["  #  ", " ##  ", "# #  ", "  #  ", "  #  ", "  #  ", "#####"],
        "2": [" ### ", "#   #", "    #", "  ## ", " #   ", "#    ", "#####"],
        "3": [" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "],
        "4": ["   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "],
        "5": ["#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "],
        "6": [" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "],
        "7": ["#####", "    #", "   # ", "   # ", "  #  ", "  #  ", "  #  "],
        "8": [" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "],
        "9": [" ### ", "#   #", "#   #", " ####", "    #", "    #", " ### "],
        ":": [" ", " ", "#", " ", " ", "#", " "],
        ".": [" ", " ", " ", " ", " ", " ", "#"],
    ]
}
