import Foundation

/// What the process of the tests has, which all of them share.
enum ProcessMemory {
    /// Memory that is no file's, in MiB: what has been allocated.
    static var allocated: Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return text.firstMatch(of: /RssAnon:\s+(\d+) kB/).flatMap { Double($0.1) }.map { $0 / 1024 } ?? 0
    }
}
