import AssetKit

/// How a recording stands, on one line of the terminal: `recording 0:12.3  4.5 MB  none dropped  [======    ] -18 dB`.
struct RecordStatus: Equatable {
    var time = CMTime.zero
    var byteCount: Int64 = 0
    var dropped = 0
    /// How loud it is, in decibels below full scale; nil without sound.
    var level: Float?
    var isPaused = false
    /// Of several files, the number of the one that is written.
    var file: Int?

    var text: String {
        var parts = ["\(isPaused ? "paused" : "recording") \(StatusLine.clock(time))", InfoReport.bytes(byteCount)]
        parts.append(dropped == 0 ? "none dropped" : "\(dropped) dropped")
        if let level { parts.append(Self.meter(level)) }
        if let file { parts.append("file \(file)") }
        return parts.joined(separator: "  ")
    }

    /// A bar from -60 decibels to full scale.
    static func meter(_ level: Float) -> String {
        let count = min(10, max(0, Int(((level + 60) / 6).rounded())))
        let bar = String(repeating: "=", count: count) + String(repeating: " ", count: 10 - count)
        return "[\(bar)] \(level > -100 ? "\(Int(level.rounded())) dB" : "silence")"
    }
}
