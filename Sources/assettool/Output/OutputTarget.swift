import AssetKit

/// The place where an output is to appear, looked at before any work is done.
struct OutputTarget: Sendable {
    enum Kind: Sendable, Equatable {
        /// Nothing is there.
        case new
        /// A file is there that will be replaced, with these permissions.
        case replaced(mode: mode_t)
        /// A device, a pipe or a socket: written to as it is.
        case stream
    }

    /// What people call it.
    let name: String
    /// Where the file really is: behind a symbolic link, which stays.
    let path: String
    let kind: Kind

    /// Looks at a name. Throws where something is in the way.
    init(_ name: String, overwrites: Bool, inputs: [FileIdentity] = []) throws(WorkError) {
        self.name = name
        guard name != StandardOutput.name else {
            (path, kind) = (StandardOutput.path(name), .stream)
            return
        }
        guard !name.isEmpty else { throw WorkError(message: "cannot write to a file without a name") }
        var status = stat()
        guard stat(name, &status) == 0 else {
            let reason = errno
            guard reason == ENOENT else { throw Self.failure(name, reason) }
            // A link that leads nowhere is something, too.
            if lstat(name, &status) == 0, !overwrites { throw Self.refusal(name) }
            try Self.checkFolder(of: name)
            (path, kind) = (name, .new)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw Self.failure(name, EISDIR)
        case S_IFREG: break
        default:
            (path, kind) = (name, .stream)
            return
        }
        guard overwrites else { throw Self.refusal(name) }
        if let file = FileIdentity(path: name), inputs.contains(file) {
            throw WorkError(message: "cannot write \(quoted(name)): it is the input; give another name")
        }
        path = Self.resolved(name)
        kind = .replaced(mode: status.st_mode & 0o7777)
        try Self.checkFolder(of: path)
    }

    static func failure(_ name: String, _ number: CInt) -> WorkError {
        WorkError(message: "cannot write \(quoted(name)): \(systemError(number))", systemNumber: number)
    }

    static func refusal(_ name: String) -> WorkError {
        WorkError(message: "cannot write \(quoted(name)): it exists already; --overwrite replaces it")
    }

    private static func checkFolder(of path: String) throws(WorkError) {
        guard access(PathText.folder(of: path), W_OK | X_OK) != 0 else { return }
        throw failure(path, errno)
    }

    private static func resolved(_ name: String) -> String {
        guard let memory = realpath(name, nil) else { return name }
        defer { free(memory) }
        return String(cString: memory)
    }
}
