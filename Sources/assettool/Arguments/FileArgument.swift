import AssetKit

/// A media file as it is named on the command line.
enum FileArgument {
    /// The asset behind a path, an address, or `-` for standard input.
    static func asset(
        _ name: String,
        isPrecise: Bool,
        allowsReferences: Bool,
        _ console: Console
    ) throws(WorkError) -> AVAsset {
        var options: [String: Any] = [AVURLAssetPreferPreciseDurationAndTimingKey: isPrecise]
        if allowsReferences { options[AVURLAssetReferenceRestrictionsKey] = AVAssetReferenceRestrictions([]).rawValue }
        if readsStandardInput(name) {
            return AVAsset(
                akData: try console.readInput(),
                fileType: AVFileType(rawValue: "public.data"),
                options: options
            )
        }
        // Whoever wants exact times reads all of a pipe anyway; and what has an end that is known can be read anywhere.
        if isPrecise, isPipe(name) {
            let data = try FileContents.read(name)
            return AVAsset(akData: data, fileType: AVFileType(rawValue: "public.data"), options: options)
        }
        return AVURLAsset(url: url(name), options: options)
    }

    private static func isPipe(_ name: String) -> Bool {
        var status = stat()
        return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// A name of standard input.
    static func isStandardInput(_ name: String) -> Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(name)
    }

    /// Standard input has to be read into memory, unless it is a file that a path leads to.
    static func readsStandardInput(_ name: String) -> Bool {
        guard name != "-" else { return true }
        var status = stat()
        return isStandardInput(name) && !(fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    }

    /// The URL of a path or an address. Only what begins like an address is one: a path may hold a colon.
    static func url(_ name: String) -> URL {
        for scheme in ["http://", "https://", "file://"] where name.lowercased().hasPrefix(scheme) {
            if let url = URL(string: name) { return url }
        }
        return URL(filePath: name)
    }
}
