import Foundation
import TestSupport

/// The files of a folder that the process has open.
enum OpenFiles {
    /// How many there are, those included that have lost their names.
    static func count(in folder: TemporaryFolder) throws -> Int {
        let folder = folder.path("")
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return names.count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix(folder) ?? false
        }
    }
}
