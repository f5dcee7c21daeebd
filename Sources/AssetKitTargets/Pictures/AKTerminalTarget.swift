internal import AssetKitBase
package import AssetKitClocks
public import AssetKitMedia
public import CMTimeLib
public import Foundation
internal import Glibc

/// Shows pictures in a terminal: two pixels in each character cell in 24-bit colours, or as sixels where it has those. An addition
/// to AVFoundation.
///
/// ```swift
/// let target = AKTerminalTarget(descriptor: 1, reservedRows: 1, drawing: .best(onTerminal: 1))
/// try target.open(CGSize(width: 640, height: 360)) { _ in }
/// print(target.wish.size)
/// target.close()
/// ```
///
/// It asks for pictures of the size that the terminal has at that moment, without the reserved rows at its lower end, and draws
/// at most 15 a second: of those that come sooner the last one is drawn when it may be. It draws on the terminal's other screen
/// without a cursor, and gives both back when it is closed.
public final class AKTerminalTarget: AKVideoTarget {
    /// How pictures are drawn.
    public enum Drawing: Hashable, Sendable {
        /// Two pixels in each character cell, in 24-bit colours.
        case blocks
        /// Each pixel of the terminal, in 256 colours: the graphics of DEC's VT340, which several terminals of today have. Made by
        /// libsixel; where that is not installed, or the terminal does not tell how large it is in pixels, there are blocks.
        case sixels

        /// The finest that the terminal behind an open descriptor says it has, and blocks where it says nothing within a third of a
        /// second. It is asked on the terminal itself: what is typed meanwhile is lost.
        public static func best(onTerminal descriptor: Int32) -> Drawing {
            guard SixelArea.isThere,
                let answer = TerminalAnswer.ask(descriptor, within: 300_000_000, SystemHostClock.shared)
            else { return .blocks }
            return TerminalAnswer.offersSixels(answer) ? .sixels : .blocks
        }
    }

    private struct State {
        var events: (@Sendable (AKVideoTargetEvent) -> Void)?
        var drawnAt: Int64?
        var drawnOn: TerminalCanvas?
        /// How large the last picture was.
        var drawnSize: [Int] = []
        var waiting: CVPixelBuffer?
        var alarm: HostAlarm?
        var generation = 0
    }
    private static let interval: Int64 = 1_000_000_000 / 15

    private let host: any HostClock
    private let descriptor: CInt
    private let reservedRows: Int
    private let drawing: Drawing
    private let grid: @Sendable () -> TerminalGrid?
    private let state = Protected(State())
    /// Taken by who writes.
    private let writing = Protected(())

    /// Will draw on the terminal behind an open descriptor, and leave rows at its lower end alone.
    public convenience init(descriptor: Int32 = 1, reservedRows: Int = 0, drawing: Drawing = .blocks) {
        self.init(host: SystemHostClock.shared, descriptor: descriptor, reservedRows: reservedRows, drawing: drawing) {
            var size = winsize()
            guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
            return TerminalGrid(
                columns: Int(size.ws_col),
                rows: Int(size.ws_row),
                width: Int(size.ws_xpixel),
                height: Int(size.ws_ypixel)
            )
        }
    }

    /// Will draw on a terminal whose size somebody else knows.
    package init(
        host: any HostClock,
        descriptor: Int32,
        reservedRows: Int = 0,
        drawing: Drawing = .blocks,
        grid: @escaping @Sendable () -> TerminalGrid?
    ) {
        (self.host, self.descriptor, self.grid) = (host, descriptor, grid)
        self.drawing = drawing == .sixels && SixelArea.isThere ? .sixels : .blocks
        // Behind sixels the terminal goes to the next line, which would move all of it up.
        self.reservedRows = max(self.drawing == .sixels ? 1 : 0, reservedRows)
    }

    deinit { close() }

    private var canvas: TerminalCanvas? { grid().map { TerminalCanvas(drawing, $0.without(rows: reservedRows)) } }

    public var wish: AKVideoTargetWish {
        let size = canvas.map { CGSize(width: $0.size.width, height: $0.size.height) } ?? .zero
        return AKVideoTargetWish(size: size, enlarges: true)
    }

    /// - Throws: An ``AVError`` where there is no terminal.
    public func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws {
        close()
        guard canvas != nil else {
            throw AVError(.deviceNotConnected, "there is no terminal to show pictures in: output goes somewhere else")
        }
        try write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J".utf8))
        state.withLock { $0.events = events }
    }

    public func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws {
        guard CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA else {
            throw AVError(.formatUnsupported, "a terminal shows pictures of 32 bits with blue first only")
        }
        let now = host.now
        let due = try state.withLock { state -> Int64? in
            guard state.events != nil else {
                throw AVError(.deviceWasDisconnected, "the picture cannot be shown: the terminal is not open")
            }
            if let drawnAt = state.drawnAt, now - drawnAt < Self.interval {
                defer { state.waiting = picture }
                return state.waiting == nil ? drawnAt + Self.interval : .max
            }
            (state.waiting, state.drawnAt) = (nil, now)
            return nil
        }
        guard let due else { return try draw(picture) }
        if due < .max { drawLater(at: due) }
    }

    private func drawLater(at moment: Int64) {
        let generation = state.withLock { $0.generation }
        let alarm = host.alarm(at: moment) { [weak self] in self?.drawWaiting(generation) }
        state.withLock { $0.alarm = alarm }
    }

    private func drawWaiting(_ generation: Int) {
        let now = host.now
        let picture = state.withLock { state -> CVPixelBuffer? in
            guard state.generation == generation, let picture = state.waiting else { return nil }
            (state.waiting, state.drawnAt) = (nil, now)
            return picture
        }
        // Whether it failed is told by an event.
        if let picture { try? draw(picture) }
    }

    private func draw(_ picture: CVPixelBuffer) throws {
        guard let canvas else { return }
        guard let text = canvas.text(picture) else {
            throw AVError(.outOfMemory, "there is no memory to show a picture in the terminal")
        }
        let size = [CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)]
        let (events, leavesOld) = state.withLock { state in
            let isOther = state.drawnOn != nil && state.drawnOn != canvas
            defer { (state.drawnOn, state.drawnSize) = (canvas, size) }
            // Blocks draw all of it; sixels nothing around the picture.
            return (isOther ? state.events : nil, isOther || !state.drawnSize.isEmpty && state.drawnSize != size)
        }
        if case .sixels = canvas, leavesOld { try write(canvas.clearing + text) } else { try write(text) }
        // The terminal has been made larger or smaller since the last picture, and this one may have been made for that size.
        events?(.needsPicture)
    }

    public func clear() {
        let isOpen = state.withLock { state in
            state.waiting = nil
            return state.events != nil
        }
        if isOpen, let canvas { try? write(canvas.clearing) }
    }

    /// Writes a line of text into the reserved rows, the first of which is row 0. What does not fit is left out. Nothing is written
    /// while the target is closed, nor where it has no such row.
    public func show(_ text: String, inReservedRow row: Int = 0) {
        guard (0..<reservedRows).contains(row), state.withLock({ $0.events != nil }), let grid = grid(),
            grid.rows > reservedRows
        else { return }
        let line = grid.rows - reservedRows + row + 1
        try? write(Array("\u{1B}[\(line);1H\u{1B}[0m\u{1B}[2K\(text.prefix(max(0, grid.columns - 1)))".utf8))
    }

    public func close() {
        let (isOpen, alarm) = state.withLock { state in
            state.generation += 1
            defer {
                (state.events, state.waiting, state.drawnAt, state.drawnOn, state.alarm) = (nil, nil, nil, nil, nil)
                state.drawnSize = []
            }
            return (state.events != nil, state.alarm)
        }
        withExtendedLifetime(alarm) {}
        if isOpen { try? write(Array("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l".utf8)) }
    }

    private func write(_ bytes: [UInt8]) throws {
        let number = writing.withLock { _ -> CInt in
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes { bytes in
                    Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                }
                guard count < 0 else {
                    done += count
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, 100)
                default: return errno
                }
            }
            return 0
        }
        guard number != 0 else { return }
        let reason = "the terminal is gone: \(String(cString: strerror(number)))"
        let events = state.withLock { state in
            defer { state.events = nil }
            return state.events
        }
        events?(.lost(reason))
        throw AVError(.deviceWasDisconnected, "the picture cannot be shown: \(reason)")
    }
}
