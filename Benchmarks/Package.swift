// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "AssetKitBenchmarks",
    products: [
        .executable(name: "TimeBenchmark", targets: ["TimeBenchmark"]),
        .executable(name: "ReaderBenchmark", targets: ["ReaderBenchmark"]),
        .executable(name: "ComposeBenchmark", targets: ["ComposeBenchmark"]),
        .executable(name: "CaptureBenchmark", targets: ["CaptureBenchmark"]),
        .executable(name: "PlayBenchmark", targets: ["PlayBenchmark"]),
        .executable(name: "pitch-meter", targets: ["PitchMeter"]),
        .executable(name: "launch", targets: ["launch"]),
    ],
    dependencies: [
        // By path, and with a name, because the folder of a checkout can be called anything.
        .package(name: "AssetKit", path: "..")
    ],
    targets: [
        .systemLibrary(
            name: "CLibavutil",
            path: "Support/CLibavutil",
            pkgConfig: "libavutil",
            providers: [.apt(["libavutil-dev"])]
        ),
        .target(name: "CAllocationCount", path: "Support/CAllocationCount"),
        .executableTarget(name: "launch", path: "Support/Launch"),
        .executableTarget(
            name: "TimeBenchmark",
            dependencies: [.product(name: "CMTimeLib", package: "AssetKit"), "CAllocationCount", "CLibavutil"],
            path: "time/TimeBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ReaderBenchmark",
            dependencies: [.product(name: "AssetKit", package: "AssetKit")],
            path: "reader/ReaderBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ComposeBenchmark",
            dependencies: [.product(name: "AssetKit", package: "AssetKit")],
            path: "compose/ComposeBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "CaptureBenchmark",
            dependencies: [.product(name: "AssetKit", package: "AssetKit")],
            path: "capture/CaptureBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "PlayBenchmark",
            dependencies: [.product(name: "AssetKit", package: "AssetKit")],
            path: "play/PlayBenchmark",
            swiftSettings: settings
        ),
        // The meter of the tests, by a link to its folder.
        .target(name: "StretchMeter", path: "stretch/StretchMeter", swiftSettings: settings),
        .executableTarget(
            name: "PitchMeter",
            dependencies: ["StretchMeter"],
            path: "stretch/PitchMeter",
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
