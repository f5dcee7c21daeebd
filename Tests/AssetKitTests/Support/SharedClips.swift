import Foundation
import Glibc

@testable import AssetKit
@testable import AssetKitBase

/// Clips that FFmpeg makes, each once for all tests of a process. They are for reading only.
enum SharedClips {
    /// What makes a clip: the name of its file, and what FFmpeg is told.
    private struct Recipe: Hashable {
        let name: String
        let arguments: [String]
    }

    /// A clip that is made by the first who asks for it; others wait meanwhile.
    private final class Clip: Sendable {
        private let path = Lock<String?>(nil)

        func path(_ make: () throws -> String) throws -> String {
            try path.withLock { path in
                if let path { return path }
                let made = try make()
                path = made
                return made
            }
        }
    }

    private static let clips = Lock<[Recipe: Clip]>([:])

    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assetkit-clips-\(getpid())")
        // Nothing is destroyed when a process ends.
        atexit { try? FileManager.default.removeItem(at: SharedClips.folder) }
        return folder
    }()

    /// The path of a clip, the last part of which is the name.
    static func path(_ name: String, _ arguments: [String]) throws -> String {
        try path(Recipe(name: name, arguments: arguments)) { try Oracle.run(arguments + [$0]) }
    }

    /// The path of a clip that is made in another way, of which `key` tells all that matters.
    static func path(_ name: String, key: String, make: (String) throws -> Void) throws -> String {
        try path(Recipe(name: name, arguments: [key]), make)
    }

    private static func path(_ recipe: Recipe, _ make: (String) throws -> Void) throws -> String {
        let (clip, number) = clips.withLock { clips in
            let clip = clips[recipe] ?? Clip()
            clips[recipe] = clip
            return (clip, clips.count)
        }
        return try clip.path {
            let own = folder.appending(path: "\(number)-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let path = own.appending(path: recipe.name).path
            try make(path)
            return path
        }
    }
}
