/// What keys are called.
enum KeyName {
    /// The names of X11's keysyms that make no character (keysymdef.h), and of characters that nobody sees.
    private static let names: [UInt32: String] = [
        0x20: "space", 0xFF08: "backspace", 0xFF09: "tab", 0xFF0D: "return", 0xFF1B: "escape", 0xFF50: "home",
        0xFF51: "left",
        0xFF52: "up", 0xFF53: "right", 0xFF54: "down", 0xFF55: "pageUp", 0xFF56: "pageDown", 0xFF57: "end",
        0xFF63: "insert", 0xFF8D: "return", 0xFF95: "home", 0xFF96: "left", 0xFF97: "up", 0xFF98: "right",
        0xFF99: "down",
        0xFF9A: "pageUp", 0xFF9B: "pageDown", 0xFF9C: "end", 0xFF9E: "insert", 0xFF9F: "delete", 0xFFFF: "delete",
    ]

    /// The name of a key, or the character that it makes; nil for one that makes none and has no name here.
    static func name(ofKeysym keysym: UInt32) -> String? {
        if let name = names[keysym] { return name }
        switch keysym {
        case 0x21...0x7E, 0xA0...0xFF: return text(keysym)
        case 0xFFAA...0xFFB9: return text(keysym - 0xFF80)  // of the block of digits
        case 0xFFBE...0xFFC9: return "f\(keysym - 0xFFBD)"
        case 0x0100_0100...0x0110_FFFF: return text(keysym - 0x0100_0000)
        default: return nil
        }
    }

    private static func text(_ scalar: UInt32) -> String? { Unicode.Scalar(scalar).map { String(Character($0)) } }
}
