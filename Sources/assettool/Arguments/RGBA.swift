import AssetKit

/// A colour in 8-bit parts.
struct RGBA: Equatable {
    var red: Int
    var green: Int
    var blue: Int
    var alpha = 255

    static let white = RGBA(red: 255, green: 255, blue: 255)
    static let black = RGBA(red: 0, green: 0, blue: 0)
    static let darkGray = RGBA(red: 0x59, green: 0x63, blue: 0x70)
    static let paleGray = RGBA(red: 0xa8, green: 0xb0, blue: 0xba)

    private static let names: [String: RGBA] = [
        "white": white, "black": black, "transparent": RGBA(red: 0, green: 0, blue: 0, alpha: 0),
        "gray": RGBA(red: 128, green: 128, blue: 128), "red": RGBA(red: 255, green: 0, blue: 0),
        "green": RGBA(red: 0, green: 128, blue: 0), "blue": RGBA(red: 0, green: 0, blue: 255),
        "yellow": RGBA(red: 255, green: 255, blue: 0), "orange": RGBA(red: 255, green: 165, blue: 0),
        "purple": RGBA(red: 128, green: 0, blue: 128), "teal": RGBA(red: 0, green: 128, blue: 128),
        "navy": RGBA(red: 0, green: 0, blue: 128),
    ]

    init(red: Int, green: Int, blue: Int, alpha: Int = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, each also without the sign, or one of CSS's names.
    init?(_ text: String) {
        if let named = Self.names[text.lowercased()] {
            self = named
            return
        }
        var digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        guard [6, 8].contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        let bits = digits.count == 6 ? number << 8 | 0xff : number
        self.init(
            red: Int(bits >> 24),
            green: Int(bits >> 16 & 255),
            blue: Int(bits >> 8 & 255),
            alpha: Int(bits & 255)
        )
    }

    /// Something bright is easier to see on it. What is transparent lies on a page, which is white more often than not.
    var isDark: Bool { alpha > 127 && red * 299 + green * 587 + blue * 114 < 128_000 }

    /// Halfway to another colour, as opaque as before.
    func mixed(with other: RGBA) -> RGBA {
        RGBA(
            red: (red + other.red) / 2,
            green: (green + other.green) / 2,
            blue: (blue + other.blue) / 2,
            alpha: alpha
        )
    }

    var color: CGColor {
        CGColor(
            srgbRed: CGFloat(red) / 255,
            green: CGFloat(green) / 255,
            blue: CGFloat(blue) / 255,
            alpha: CGFloat(alpha) / 255
        )
    }
}
