import AssetKit

/// Paths as texts: only the last component counts, and only what follows its last point is an ending.
enum PathText {
    /// The last component.
    static func lastComponent(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
    }

    /// The folder, as it has to be written to open it.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What follows the last point of the last component, in lower case; nil where there is none.
    static func ending(_ path: String) -> String? {
        let component = lastComponent(path)
        guard let point = component.lastIndex(of: "."), point > component.startIndex else { return nil }
        return String(component[component.index(after: point)...]).lowercased()
    }

    /// The path without its ending and the point before it.
    static func withoutEnding(_ path: String) -> String {
        guard let ending = ending(path) else { return path }
        return String(path.dropLast(ending.count + 1))
    }

    /// The path with something put before the ending.
    static func inserting(_ text: String, beforeEndingOf path: String) -> String {
        let stem = withoutEnding(path)
        return stem + text + path.dropFirst(stem.count)
    }

    /// What `%n` stands for: the name of an input without folder and ending, fit to be part of one file's name.
    static func inputName(_ file: String) -> String {
        guard !FileArgument.isStandardInput(file) else { return "stdin" }
        let url = FileArgument.url(file)
        let last = url.isFileURL ? lastComponent(String(file.trimmingSuffix("/"))) : url.lastPathComponent
        let name = withoutEnding(last).replacing("/", with: "_").replacing("\0", with: "_")
        return name.isEmpty || name == "_" ? url.host() ?? "output" : name
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> Substring {
        var rest = self[...]
        while rest.last == character { rest.removeLast() }
        return rest
    }
}
