import AssetKit

/// A WebVTT file that tells a web player where on which sprite sheet the picture of each moment is.
struct SpriteTrack {
    struct Cue: Equatable {
        let part: CMTimeRange
        let sheet: String
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    private(set) var cues: [Cue] = []

    mutating func add(_ cue: Cue) { cues.append(cue) }

    /// The file. Sheets are named relative to it: players resolve the names against its address.
    var text: String {
        let blocks = cues.sorted { $0.part.start < $1.part.start }.compactMap { cue -> String? in
            let (start, end) = (Self.milliseconds(cue.part.start), Self.milliseconds(cue.part.end))
            // A cue that ends when it starts is an error in WebVTT.
            guard start < end else { return nil }
            let area = "#xywh=\(cue.x),\(cue.y),\(cue.width),\(cue.height)"
            return "\(Self.timestamp(start)) --> \(Self.timestamp(end))\n\(Self.escaped(cue.sheet))\(area)\n"
        }
        return (["WEBVTT\n"] + blocks).joined(separator: "\n")
    }

    private static func milliseconds(_ time: CMTime) -> Int64 {
        max(0, CMTimeConvertScale(time, timescale: 1000, method: .default).value)
    }

    private static func timestamp(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { OutputPattern.padded(Int($0), to: 2) }
        return clock.joined(separator: ":") + "." + OutputPattern.padded(Int(milliseconds % 1000), to: 3)
    }

    /// A file's name as part of an address: everything that could mean something else there is written as its bytes.
    static func escaped(_ name: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return name.utf8.reduce(into: "") { text, byte in
            if plain.contains(byte) {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }
}
