import AssetKit

/// What the keys of `assettool play` do: those that players of the command line have.
enum PlayCommand: Equatable, Sendable {
    case togglePause
    /// So many seconds from where it is.
    case seek(Double)
    /// So many pictures on.
    case step(Int)
    /// The rate becomes so many times what it is.
    case multiplyRate(Float)
    case resetRate
    case changeVolume(Float)
    case toggleMute
    case toggleFullscreen
    case leaveFullscreen
    case nextFile
    case previousFile
    case quit

    /// What a key does; nil for one that does nothing.
    init?(key: String) {
        switch key {
        case " ", "space", "p": self = .togglePause
        case "right": self = .seek(5)
        case "left": self = .seek(-5)
        case "up": self = .seek(60)
        case "down": self = .seek(-60)
        case ".": self = .step(1)
        case ",": self = .step(-1)
        case "]": self = .multiplyRate(1.1)
        case "[": self = .multiplyRate(1 / 1.1)
        case "}": self = .multiplyRate(2)
        case "{": self = .multiplyRate(0.5)
        case "backspace": self = .resetRate
        case "0", "*": self = .changeVolume(0.02)
        case "9", "/": self = .changeVolume(-0.02)
        case "m": self = .toggleMute
        case "f": self = .toggleFullscreen
        case "escape": self = .leaveFullscreen
        case ">", "return": self = .nextFile
        case "<": self = .previousFile
        case "q", "Q": self = .quit
        default: return nil
        }
    }
}

/// Finds the keys in what a terminal sends.
struct TerminalKeyReader {
    /// The keys in some bytes, by the names that windows have for them. A key comes in one piece.
    static func keys(in bytes: [UInt8]) -> [String] {
        var keys: [String] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: if let key = special(&rest) { keys.append(key) }
            case 0x0D, 0x0A: keys.append("return")
            case 0x7F, 0x08: keys.append("backspace")
            case 0x20...0x7E: keys.append(String(UnicodeScalar(byte)))
            default: break
            }
        }
        return keys
    }

    /// The key behind an escape character: that of its own, an arrow, or nil for any other, of which nothing is to be left.
    private static func special(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let kind = rest.first, kind != 0x1B else { return "escape" }
        rest = rest.dropFirst()
        let arrows: [UInt8: String] = [0x41: "up", 0x42: "down", 0x43: "right", 0x44: "left"]
        switch kind {
        case UInt8(ascii: "O"): return rest.popFirst().flatMap { arrows[$0] }
        case UInt8(ascii: "["):
            // ECMA-48, 5.4: parameters and intermediate bytes, and a final one.
            let parameters = rest.prefix { (0x20...0x3F).contains($0) }
            rest = rest.dropFirst(parameters.count)
            let last = rest.popFirst()
            return parameters.isEmpty ? last.flatMap { arrows[$0] } : nil
        default: return nil  // with Alt
        }
    }
}
