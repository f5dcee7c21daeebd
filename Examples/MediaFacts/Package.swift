// swift-tools-version: 6.0
import PackageDescription

// A package as a client of AssetKit writes it: nothing is set but the dependency.
let package = Package(
    name: "MediaFacts",
    dependencies: [.package(name: "AssetKit", path: "../..")],
    targets: [
        .executableTarget(name: "MediaFacts", dependencies: [.product(name: "AssetKit", package: "AssetKit")])
    ]
)
