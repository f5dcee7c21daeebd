import AssetKit

/// The few characters that a time is written with, drawn as squares on a grid of 5 by 7.
enum TimeGlyphs {
    static let width = 5
    static let height = 7

    /// The rows of a character from the top, the leftmost square in bit 4; nil for a character that times do not have.
    static func rows(of character: Character) -> [UInt8]? {
        switch character {
        case "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]
        case "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]
        case "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]
        case "3": [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110]
        case "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]
        case "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]
        case "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]
        case "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]
        case "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]
        case "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]
        case ":": [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000]
        case ".": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100]
        default: nil
        }
    }

    /// How many squares wide a text is, with one between two characters.
    static func width(of text: String) -> Int { max(0, text.count * (width + 1) - 1) }

    /// Draws a text in the fill colour of the canvas. `origin` is its lower left corner.
    static func draw(_ text: String, in context: CGContext, at origin: CGPoint, square: CGFloat) {
        for (index, character) in text.enumerated() {
            guard let rows = rows(of: character) else { continue }
            for (row, bits) in rows.enumerated() {
                for column in 0..<width where bits & (0b10000 >> UInt8(column)) != 0 {
                    context.fill(
                        CGRect(
                            x: origin.x + CGFloat(index * (width + 1) + column) * square,
                            y: origin.y + CGFloat(height - 1 - row) * square,
                            width: square,
                            height: square
                        )
                    )
                }
            }
        }
    }
}
