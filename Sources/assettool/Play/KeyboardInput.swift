import AssetKit

/// The keys of the terminal, one by one and without their being shown. Input that is no terminal is left alone.
///
/// SAFETY: the settings are fixed after init, and the source is cancelled once.
final class KeyboardInput: @unchecked Sendable {
    private let settings: termios
    private let source: any DispatchSourceRead

    /// nil where standard input is no terminal.
    init?(_ press: @escaping @Sendable (String) -> Void) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        self.settings = settings
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { return }
            for key in TerminalKeyReader.keys(in: Array(bytes.prefix(count))) { press(key) }
        }
        source.resume()
    }

    /// Gives the terminal back as it was.
    func restore() {
        source.cancel()
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
