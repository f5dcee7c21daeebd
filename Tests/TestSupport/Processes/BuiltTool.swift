internal import Foundation
internal import Glibc

/// The real tool, which the build puts beside the tests.
package enum BuiltTool {
    package static var path: String {
        // A sanitizer build has a folder of its own, so this follows the test bundle.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ProcessInfo.processInfo.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "assettool").path
    }

    /// A sanitizer keeps memory of its own, several times that of the program.
    package static let tellsItsMemory = dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
}
