import AssetKit

/// Where playing is, on one line of the terminal: `0:01.2 / 0:10.0  12 %  1x`.
@MainActor
final class StatusLine {
    private let player: AVPlayer
    private let console: Console
    /// Where pictures show in the terminal, the line is written by who draws them.
    private let terminal: AKTerminalTarget?
    private let fileCount: Int
    /// The place of the file that plays, from 0.
    private let place: () -> Int
    private let isShown: Bool
    private var token: Any?
    private var watch: Any?
    private var length = 0

    /// Nothing is shown where messages go to no terminal, or where nothing is wanted.
    init(
        _ player: AVPlayer,
        _ options: PlayOptions,
        _ console: Console,
        _ terminal: AKTerminalTarget?,
        place: @escaping () -> Int
    ) {
        (self.player, self.console, self.terminal, self.place) = (player, console, terminal, place)
        fileCount = options.files.count
        isShown = !options.isQuiet && console.messageWidth() != nil
        guard isShown else { return }
        let tenth = CMTime(value: 1, timescale: 10)
        token = player.addPeriodicTimeObserver(forInterval: tenth, queue: nil) { [weak self] _ in
            MainActor.assumeIsolated { self?.show() }
        }
        // While it waits no time passes that anybody could hear of.
        watch = player.observe(\.timeControlStatus) { [weak self] _, _ in
            MainActor.assumeIsolated { self?.show() }
        }
    }

    func show() {
        guard isShown, token != nil, let item = player.currentItem else { return }
        var text = Self.text(
            item.currentTime(),
            item.duration,
            rate: player.rate,
            chosen: player.defaultRate,
            volume: player.isMuted ? 0 : player.volume,
            isWaiting: player.reasonForWaitingToPlay == .toMinimizeStalls
        )
        if fileCount > 1 { text += "  file \(place() + 1) of \(fileCount)" }
        guard let terminal else {
            text = String(text.prefix(max(1, (console.messageWidth() ?? 80) - 1)))
            console.show("\r" + padded(text, to: length))
            length = text.count
            return
        }
        terminal.show(text)
    }

    /// Says something that stays on the screen.
    func report(_ sentence: String) {
        if length > 0 { console.show("\r" + padded("", to: length) + "\r") }
        length = 0
        // Behind the pictures nobody would see it.
        if let terminal, isShown { terminal.show(sentence) } else { console.report(sentence) }
    }

    func end() {
        if let token { player.removeTimeObserver(token) }
        (token, watch) = (nil, nil)
        if length > 0 { console.show("\n") }
        length = 0
    }

    /// `chosen` is the rate that it has when it is not paused. `isWaiting`: nothing is left to play, and more is to come.
    nonisolated static func text(
        _ time: CMTime,
        _ duration: CMTime,
        rate: Float,
        chosen: Float,
        volume: Float,
        isWaiting: Bool = false
    ) -> String {
        var parts = [clock(time)]
        if duration.isNumeric, duration > .zero {
            parts[0] += " / \(clock(duration))"
            let part = time.isNumeric ? min(max(time.seconds / duration.seconds, 0), 1) : 0
            parts.append("\(Int(part * 100)) %")
        }
        let speed = "\(String(format: "%g", (Double(rate == 0 ? chosen : rate) * 100).rounded() / 100))x"
        parts.append(rate != 0 ? speed : chosen == 1 ? "paused" : "paused at \(speed)")
        if isWaiting, rate != 0 { parts.append("waiting for more of it") }
        if volume != 1 { parts.append(volume == 0 ? "muted" : "volume \(Int((volume * 100).rounded())) %") }
        return parts.joined(separator: "  ")
    }

    /// A time to the tenth: `1:02.5`.
    nonisolated static func clock(_ time: CMTime) -> String {
        guard time.isNumeric else { return "-:--" }
        let tenths = max(0, CMTimeConvertScale(time, timescale: 10, method: .roundTowardNegativeInfinity).value)
        let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60)
        let rest = String(format: "%02d.%d", Int(seconds), Int(tenths % 10))
        return hours > 0 ? "\(hours):\(String(format: "%02d", Int(minutes))):\(rest)" : "\(minutes):\(rest)"
    }
}
