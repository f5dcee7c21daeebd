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
        let sequences: [(bytes: [UInt8], key: String)] = [
            (Array("\u{1B}[A".utf8), "up"), (Array("\u{1B}[B".utf8), "down"), (Array("\u{1B}[C".utf8), "right"),
            (Array("\u{1B}[D".utf8), "left"), (Array("\u{1B}OA".utf8), "up"), (Array("\u{1B}OB".utf8), "down"),
            (Array("\u{1B}OC".utf8), "right"), (Array("\u{1B}OD".utf8), "left"),
        ]
        while let byte = rest.first {
            if let found = sequences.first(where: { rest.starts(with: $0.bytes) }) {
                keys.append(found.key)
                rest = rest.dropFirst(found.bytes.count)
                continue
            }
            rest = rest.dropFirst()
            switch byte {
            case 0x1B: keys.append("escape")
            case 0x0D, 0x0A: keys.append("return")
            case 0x7F, 0x08: keys.append("backspace")
            case 0x20...0x7E: keys.append(String(UnicodeScalar(byte)))
            default: break
            }
        }
        return keys
    }
}
