// swift-tools-version: 6.0
import PackageDescription

// Three edits as a client of AssetKit writes them. Each is one file, and nothing is set but the dependency.
let package = Package(
    name: "Edits",
    dependencies: [.package(name: "AssetKit", path: "../..")],
    targets: ["SlowMotion", "PictureInPicture", "CrossFade"].map { name in
        .executableTarget(name: name, dependencies: [.product(name: "AssetKit", package: "AssetKit")])
    }
)
