import AssetKit

/// Where playing is, on one line of the terminal: `0:01.2 / 0:10.0  12 %  1x`.
@MainActor
final class StatusLine {
    private let player: AVPlayer
    private let console: Console
    private var token: Any?
    private var length = 0

    /// nil where messages go to no terminal, and where none are wanted.
    init?(_ player: AVPlayer, _ options: PlayOptions, _ console: Console) {
        guard !options.isQuiet, console.messageWidth() != nil else { return nil }
        (self.player, self.console) = (player, console)
        let tenth = CMTime(value: 1, timescale: 10)
        token = player.addPeriodicTimeObserver(forInterval: tenth, queue: .main) { [weak self] _ in
            MainActor.assumeIsolated { self?.show() }
        }
    }

    private func show() {
        guard let item = player.currentItem else { return }
        let text = Self.text(item.currentTime(), item.duration, rate: player.rate, volume: player.isMuted ? 0 : player.volume)
        console.show("\r" + padded(text, to: length))
        length = text.count
    }

    func end() {
        if let token { player.removeTimeObserver(token) }
        token = nil
        if length > 0 { console.show("\n") }
    }

    nonisolated static func text(_ time: CMTime, _ duration: CMTime, rate: Float, volume: Float) -> String {
        var parts = [clock(time)]
        if duration.isNumeric, duration > .zero {
            parts[0] += " / \(clock(duration))"
            parts.append("\(Int(time.seconds / duration.seconds * 100)) %")
        }
        parts.append(rate == 0 ? "paused" : "\(String(format: "%g", (Double(rate) * 100).rounded() / 100))x")
        if volume != 1 { parts.append("volume \(Int((volume * 100).rounded())) %") }
        return parts.joined(separator: "  ")
    }

    private nonisolated static func clock(_ time: CMTime) -> String {
        let tenths = Int((time.seconds * 10).rounded(.down))
        let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60)
        let rest = String(format: "%02d:%02d.%d", minutes, seconds, tenths % 10)
        return hours > 0 ? "\(hours):\(rest)" : String(rest.drop { $0 == "0" }.first == ":" ? rest.dropFirst() : rest[...])
    }
}
