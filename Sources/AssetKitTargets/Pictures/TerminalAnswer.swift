internal import AssetKitClocks
internal import Glibc

/// What a terminal says that it can do (primary device attributes, DA1).
enum TerminalAnswer {
    private static let question = Array("\u{1B}[c".utf8)
    /// No answer is longer.
    private static let most = 256

    /// Whether there are sixels among the attributes: `ESC [ ? 62 ; 4 ; 22 c`, where 4 stands for them.
    static func offersSixels(_ answer: [UInt8]) -> Bool {
        guard let start = answer.lastIndex(of: UInt8(ascii: "?")),
            let end = answer[start...].firstIndex(of: UInt8(ascii: "c"))
        else { return false }
        let numbers = String(decoding: answer[answer.index(after: start)..<end], as: UTF8.self).split(separator: ";")
        // The first one says what kind of a terminal it is.
        return numbers.dropFirst().contains("4")
    }

    /// Asks the terminal behind a descriptor, and waits for what it says, but not for long; nil where it says nothing, or belongs
    /// to another program just now.
    static func ask(_ descriptor: CInt, within nanoseconds: Int64, _ host: any HostClock) -> [UInt8]? {
        var name = [CChar](repeating: 0, count: 256)
        guard isatty(descriptor) == 1, ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
        let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { Glibc.close(terminal) }
        var settings = termios()
        // Whoever is not in front would be stopped for it.
        guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &settings) == 0 else { return nil }
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(terminal, TCSANOW, &raw) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSANOW, &settings) }
        guard write(terminal, question, question.count) == question.count else { return nil }
        return answer(terminal, until: host.now + nanoseconds, host)
    }

    private static func answer(_ terminal: CInt, until end: Int64, _ host: any HostClock) -> [UInt8]? {
        var answer: [UInt8] = []
        while answer.count < most {
            let left = (end - host.now) / 1_000_000
            var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&wait, 1, CInt(clamping: left)) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(terminal, &bytes, bytes.count)
            guard count > 0 else { return nil }
            answer += bytes.prefix(count)
            // What was typed meanwhile may stand before it.
            if let start = answer.lastIndex(of: UInt8(ascii: "?")), answer[start...].contains(UInt8(ascii: "c")) {
                return answer
            }
        }
        return nil
    }
}
