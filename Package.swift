// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "AssetKit",
    products: [
        .library(name: "AssetKit", targets: ["AssetKit"]),
        .library(name: "CMTimeLib", targets: ["CMTimeLib"]),
        .executable(name: "assettool", targets: ["assettool"]),
    ],
    targets: [
        .systemLibrary(
            name: "CFFmpegLibraries",
            path: "Sources/CFFmpeg/Libraries",
            pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
            providers: [
                .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev", "libavutil-dev"])
            ]
        ),
        .target(name: "CFFmpeg", dependencies: ["CFFmpegLibraries"], path: "Sources/CFFmpeg/Shims"),
        .target(name: "CMTimeLib", swiftSettings: settings),
        .target(name: "AssetKit", dependencies: ["CFFmpeg", "CMTimeLib"], swiftSettings: settings),
        .executableTarget(name: "assettool", dependencies: ["AssetKit"], swiftSettings: settings),
        .testTarget(name: "CMTimeLibTests", dependencies: ["CMTimeLib"], exclude: ["Vectors"], swiftSettings: settings),
        .testTarget(name: "AssetKitTests", dependencies: ["AssetKit"], swiftSettings: settings),
        .testTarget(name: "AssetToolTests", dependencies: ["assettool"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
