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

// Loops over pixels and samples of sound are a hundred times slower where nothing is optimised, exact time tens of times, tables of
// samples several times, and clients build for debugging too. Where the manifest is of tools 6.2 or later, such a flag does not keep
// a package from being a dependency.
let optimised: [SwiftSetting] = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// What all stages stand on.
let leaves: [Target.Dependency] = [
    "AssetKitBase", "AssetKitBitstream", "AssetKitContainers", "AssetKitFFmpeg", "AssetKitISOMedia", "AssetKitMedia",
    "AssetKitTimePitch", "CMTimeLib",
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
                .apt([
                    "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev", "libswresample-dev",
                    "libavutil-dev",
                ])
            ]
        ),
        .target(name: "CFFmpeg", dependencies: ["CFFmpegLibraries"], path: "Sources/CFFmpeg/Shims"),
        .target(name: "CSystem"),
        // libzimg is loaded when it is needed; its header comes from libzimg-dev (scripts/setup.sh).
        .target(name: "CScaling", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        // So is librubberband, whose header comes from librubberband-dev.
        .target(name: "CStretching"),
        // So is libcurl, whose header comes from libcurl4-gnutls-dev or one of its kind.
        .target(name: "CTransfers"),
        // So are the libraries of sound servers, sound cards and windows: libpulse-dev, libasound2-dev, libxcb1-dev.
        .target(name: "CTargets"),
        .target(name: "CMTimeLib", swiftSettings: optimised),
        .target(name: "AssetKitPixels", swiftSettings: optimised),
        .target(name: "AssetKitTimePitch", dependencies: ["CStretching"], swiftSettings: optimised),
        .target(name: "AssetKitBitstream", swiftSettings: settings),
        .target(name: "AssetKitBase", dependencies: ["CMTimeLib", "CScaling", "CSystem"], swiftSettings: optimised),
        .target(name: "AssetKitClocks", dependencies: ["AssetKitBase", "CMTimeLib"], swiftSettings: settings),
        .target(
            name: "AssetKitTargets",
            dependencies: [
                "AssetKitBase", "AssetKitClocks", "AssetKitFFmpeg", "AssetKitMedia", "CMTimeLib", "CTargets",
            ],
            swiftSettings: settings
        ),
        // Devices that pictures and sound come from: cameras of the kernel (whose headers come with libc), sound servers, cards and
        // screens (libpulse-dev, libasound2-dev, libxcb1-dev and its libxcb-…-dev for shm, randr and xfixes, libsystemd-dev for the
        // desktop's portal; PipeWire needs none), and some that there are none of.
        .target(name: "CDevices"),
        .target(
            name: "AssetKitDevices",
            dependencies: [
                "AssetKitBase", "AssetKitClocks", "AssetKitFFmpeg", "AssetKitMedia", "CDevices", "CMTimeLib",
            ],
            swiftSettings: optimised
        ),
        .target(name: "AssetKitEdits", dependencies: ["CMTimeLib"], swiftSettings: settings),
        .target(name: "AssetKitInterchange", dependencies: ["CMTimeLib"], swiftSettings: settings),
        .target(
            name: "AssetKitISOMedia",
            dependencies: ["AssetKitBase", "AssetKitBitstream", "CMTimeLib"],
            swiftSettings: optimised
        ),
        .target(
            name: "AssetKitContainers",
            dependencies: ["AssetKitBase", "AssetKitBitstream", "CMTimeLib"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitMedia",
            dependencies: ["AssetKitBase", "AssetKitBitstream", "CMTimeLib"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitFFmpeg",
            dependencies: ["AssetKitBase", "AssetKitMedia", "AssetKitPixels", "CFFmpeg", "CMTimeLib", "CTransfers"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitCore",
            dependencies: leaves,
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitSources",
            dependencies: leaves + ["AssetKitCore", "AssetKitPixels"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitSinks",
            dependencies: leaves + ["AssetKitCore"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitAssets",
            dependencies: leaves + ["AssetKitCore", "AssetKitEdits", "AssetKitSources"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitReading",
            dependencies: leaves + ["AssetKitAssets", "AssetKitCore", "AssetKitSources"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitWriting",
            dependencies: leaves + ["AssetKitAssets", "AssetKitCore", "AssetKitSinks", "AssetKitSources"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitExport",
            dependencies: leaves + ["AssetKitAssets", "AssetKitCore", "AssetKitSinks", "AssetKitSources"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitEditing",
            dependencies: leaves + ["AssetKitAssets", "AssetKitCore", "AssetKitInterchange", "AssetKitSources"],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitPlayback",
            dependencies: leaves + [
                "AssetKitAssets", "AssetKitClocks", "AssetKitCore", "AssetKitSources", "AssetKitTargets",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKitCapture",
            dependencies: leaves + [
                "AssetKitAssets", "AssetKitClocks", "AssetKitCore", "AssetKitDevices", "AssetKitPixels",
                "AssetKitSinks",
                "AssetKitTargets", "AssetKitWriting",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "AssetKit",
            dependencies: leaves + [
                "AssetKitAssets", "AssetKitCapture", "AssetKitClocks", "AssetKitCore", "AssetKitDevices",
                "AssetKitEditing", "AssetKitExport", "AssetKitPixels", "AssetKitPlayback", "AssetKitReading",
                "AssetKitSinks", "AssetKitSources", "AssetKitTargets", "AssetKitWriting",
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "assettool", dependencies: ["AssetKit"], swiftSettings: settings),
        // What tests of several modules need, and loops of theirs that take long where nothing is optimised. What imports Testing
        // stays with the tests.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: optimised),
        .testTarget(
            name: "CMTimeLibTests",
            dependencies: ["CMTimeLib", "TestSupport"],
            exclude: ["Vectors"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitTests",
            dependencies: [
                "AssetKit",
                "AssetKitAssets",
                "AssetKitBase",
                "AssetKitBitstream",
                "AssetKitContainers",
                "AssetKitCore",
                "AssetKitEditing",
                "AssetKitExport",
                "AssetKitFFmpeg",
                "AssetKitISOMedia",
                "AssetKitInterchange",
                "AssetKitMedia",
                "AssetKitPixels",
                "AssetKitReading",
                "AssetKitSinks",
                "AssetKitSources",
                "AssetKitTimePitch",
                "AssetKitWriting",
                "TestSupport",
            ],
            exclude: ["Support/range_server.py"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitClocksTests",
            dependencies: ["AssetKitBase", "AssetKitClocks", "CMTimeLib", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitDevicesTests",
            dependencies: [
                "AssetKitBase", "AssetKitClocks", "AssetKitDevices", "AssetKitMedia", "CDevices", "CMTimeLib",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitCaptureTests",
            dependencies: [
                "AssetKitAssets", "AssetKitBase", "AssetKitCapture", "AssetKitClocks", "AssetKitDevices",
                "AssetKitFFmpeg", "AssetKitMedia", "AssetKitReading", "AssetKitTargets", "AssetKitWriting",
                "CMTimeLib", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitTargetsTests",
            dependencies: [
                "AssetKitBase", "AssetKitClocks", "AssetKitFFmpeg", "AssetKitMedia", "AssetKitTargets", "CMTimeLib",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitPlaybackTests",
            dependencies: [
                "AssetKit", "AssetKitAssets", "AssetKitBase", "AssetKitClocks", "AssetKitFFmpeg", "AssetKitPlayback",
                "AssetKitTargets", "TestSupport",
            ],
            exclude: ["Goldens"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitEditsTests",
            dependencies: ["AssetKitEdits", "CMTimeLib", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitInterchangeTests",
            dependencies: ["AssetKitInterchange", "CMTimeLib", "TestSupport"],
            exclude: ["Documents"],
            swiftSettings: settings
        ),
        // What sound at another speed is measured with. The figures take long where nothing is optimised.
        .target(name: "TimePitchMeter", path: "Tests/TimePitchMeter", swiftSettings: optimised),
        .testTarget(
            name: "TimePitchTests",
            dependencies: ["AssetKitTimePitch", "TimePitchMeter"],
            exclude: ["Speech"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AssetKitEditingTests",
            dependencies: ["AssetKit", "TestSupport"],
            swiftSettings: settings
        ),
        // Its private X and sound servers are those of the tests of devices, by links to the same files.
        .testTarget(
            name: "AssetToolTests",
            dependencies: ["AssetKitBase", "AssetKitDevices", "TestSupport", "assettool"],
            swiftSettings: settings
        ),
        // The guide's snippets in both language modes, with a client's settings. The folders link to the same files, and the
        // snippets themselves are in Examples, because nobody may format them.
        .testTarget(
            name: "GuideSnippets6Tests",
            dependencies: ["AssetKit"],
            path: "Tests/GuideSnippets/Swift6",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "GuideSnippets5Tests",
            dependencies: ["AssetKit"],
            path: "Tests/GuideSnippets/Swift5",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
