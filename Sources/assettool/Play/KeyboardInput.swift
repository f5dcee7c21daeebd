import AssetKit

/// The keys of the terminal, one by one and without their being shown. Input that is no terminal is left alone, and so is one
/// that belongs to another program just now, as when this one runs in the background.
///
/// SAFETY: the settings are fixed after init, and the sources are cancelled once.
final class KeyboardInput: @unchecked Sendable {
    private let settings: termios
    private let keys: any DispatchSourceRead
    private let returns: any DispatchSourceSignal

    /// nil where standard input is no terminal of ours.
    init?(_ press: @escaping @Sendable (String) -> Void) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(), tcgetattr(STDIN_FILENO, &settings) == 0,
            Self.listen(with: settings)
        else { return nil }
        self.settings = settings
        keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        keys.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { return }
            for key in TerminalKeyReader.keys(in: Array(bytes.prefix(count))) { press(key) }
        }
        keys.resume()
        // Whoever was stopped meanwhile finds the terminal as the shell had it.
        returns = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)
        returns.setEventHandler {
            if tcgetpgrp(STDIN_FILENO) == getpgrp() { _ = Self.listen(with: settings) }
        }
        returns.resume()
    }

    private static func listen(with settings: termios) -> Bool {
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        return tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0
    }

    /// Gives the terminal back as it was.
    func restore() {
        keys.cancel()
        returns.cancel()
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
