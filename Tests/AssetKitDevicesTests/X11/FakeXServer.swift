import AssetKitBase
import Foundation
import Glibc
import Testing

/// Something that speaks just enough of X's protocol, and lies on demand. It ends with the object.
final class FakeXServer: Sendable {
    typealias Message = FakeXMessage
    /// What a question is answered with, given what a good server says; nil for nothing, now and later.
    typealias Answer = @Sendable (FakeXQuestion, Message) -> Message?

    private struct State {
        var sockets: Set<CInt> = []
        var connectionCount = 0
        var isOver = false
    }

    /// What a client connects to.
    let name: String
    let width: UInt16
    let height: UInt16
    private let extensions: [String: UInt8]
    private let answer: Answer
    private let listener: CInt
    private let state = Monitor(State())

    init(
        _ width: UInt16 = 64,
        _ height: UInt16 = 48,
        extensions: [String: UInt8] = ["RANDR": FakeXQuestion.randr, "XFIXES": FakeXQuestion.xfixes],
        _ answer: @escaping Answer = { $1 }
    ) throws {
        (self.width, self.height, self.extensions, self.answer) = (width, height, extensions, answer)
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        try #require(listener >= 0)
        let listener = listener
        // Of the numbers that no server takes by itself, one that no other test has. Its socket has no file.
        let number = try #require(
            (0..<100).lazy.map { _ in Int.random(in: 20_000..<50_000) }.first { Self.listen(listener, as: $0) }
        )
        name = ":\(number)"
        // Who waits on the thread holds what it needs, and not the server.
        let (state, serve) = (state, serving())
        WorkerThread.start("fake-x.listen") {
            // Whoever accepts closes it: its number would be another server's, whose clients this one would take.
            defer { close(listener) }
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                let isWanted = state.withLock { state in
                    guard !state.isOver else { return false }
                    state.sockets.insert(descriptor)
                    state.connectionCount += 1
                    return true
                }
                guard isWanted else {
                    close(descriptor)
                    return
                }
                WorkerThread.start("fake-x.serve") { serve(descriptor) }
            }
        }
    }

    deinit {
        state.withLock { state in
            state.isOver = true
            for descriptor in state.sockets { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
        shutdown(listener, CInt(SHUT_RDWR))
    }

    private static func listen(_ listener: CInt, as number: Int) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\0/tmp/.X11-unix/X\(number)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        // Not a byte more: zeros belong to such names.
        let size = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let isBound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        return isBound == 0 && Glibc.listen(listener, 8) == 0
    }

    /// How many have connected so far.
    var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// Waits until nobody is connected; false where somebody stays.
    func isLeft() -> Bool { state.wait(until: .now + ScreenSink.patience) { $0.sockets.isEmpty ? true : nil } ?? false }

    private func serving() -> @Sendable (CInt) -> Void {
        let (width, height, extensions, answer, state) = (width, height, extensions, answer, state)
        return { descriptor in
            FakeXConversation(descriptor, width, height, extensions, answer).hold()
            // Closed once nobody shuts it down any more, for the same reason.
            state.withLock { _ = $0.sockets.remove(descriptor) }
            close(descriptor)
            state.announce()
        }
    }
}

/// One client of the server, on a thread.
private struct FakeXConversation {
    private let descriptor: CInt
    private let width: UInt16
    private let height: UInt16
    private let extensions: [String: UInt8]
    private let answer: FakeXServer.Answer

    init(
        _ descriptor: CInt,
        _ width: UInt16,
        _ height: UInt16,
        _ extensions: [String: UInt8],
        _ answer: @escaping FakeXServer.Answer
    ) {
        (self.descriptor, self.width, self.height) = (descriptor, width, height)
        (self.extensions, self.answer) = (extensions, answer)
    }

    /// Answers until the client is gone.
    func hold() {
        guard let hello = read(12) else { return }
        let lengths = [6, 8].map { Int(hello[$0]) | Int(hello[$0 + 1]) << 8 }
        guard read(lengths.reduce(0) { $0 + ($1 + 3) / 4 * 4 }) != nil else { return }
        guard say(.setup, .setup(width: width, height: height)) else { return wait() }
        var number: UInt16 = 0
        while let head = read(4), let rest = read((Int(head[2]) | Int(head[3]) << 8) * 4 - 4) {
            number &+= 1
            let question = FakeXQuestion(head + rest)
            guard question != .order else { continue }
            guard say(question, usual(question, number)) else { return wait() }
        }
    }

    /// What a good server says.
    private func usual(_ question: FakeXQuestion, _ number: UInt16) -> FakeXMessage {
        typealias Message = FakeXMessage
        let (two, four) = (Message.two, Message.four)
        switch question {
        case .setup, .order, .focus: return Message(to: number)
        case .extensionData(let name):
            guard let code = extensions[name] else { return Message(to: number) }
            return Message(to: number, 0, [1, code, 100, 128])
        case .geometry: return Message(to: number, 24, four(1) + four(0) + two(width) + two(height))
        case .atomName: return Message(to: number, 0, two(4), Array("wall".utf8))
        case .image:
            return Message(to: number, 24, four(33), [UInt8](repeating: 0x55, count: Int(width) * Int(height) * 4))
        case .randrVersion: return Message(to: number, 0, four(1) + four(5))
        case .pointerVersion: return Message(to: number, 0, four(4) + four(0))
        case .monitors:
            let monitor = four(77) + [1, 1] + two(1) + four(0) + two(width) + two(height) + four(10) + four(10)
            return Message(to: number, 0, four(1) + four(1) + four(1), monitor + four(5))
        case .resources:
            // One output controller, one output, one mode of 60 Hz.
            let mode = four(9) + two(width) + two(height) + four(60_000) + [UInt8](repeating: 0, count: 4)
            let rest = two(50) + two(0) + two(0) + two(0) + two(20) + two(0) + four(0)
            let head = four(1) + four(1) + two(1) + two(1) + two(1) + two(0)
            return Message(to: number, 0, head, four(3) + four(5) + mode + rest)
        case .outputInformation: return Message(to: number, 0, four(1) + four(3), four(0))
        case .crtcInformation: return Message(to: number, 0, four(1) + four(0) + four(0) + four(9))
        case .pointer:
            return Message(
                to: number,
                0,
                two(1) + two(1) + two(2) + two(2),
                four(.max) + four(.max) + four(0) + four(0)
            )
        }
    }

    private func say(_ question: FakeXQuestion, _ usual: FakeXMessage) -> Bool {
        guard let message = answer(question, usual) else { return false }
        var place = 0
        while place < message.bytes.count {
            let count = message.bytes[place...].withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            place += count
        }
        return true
    }

    /// Says nothing more, and hears the client's end.
    private func wait() { while read(1) != nil {} }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        var place = 0
        while place < bytes.count {
            let got = bytes[place...].withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard got > 0 else { return nil }
            place += got
        }
        return bytes
    }
}
