// swift-tools-version: 6.0
import PackageDescription

// The sample camera's capture service as a program of the command line.
let package = Package(
    name: "AVCam",
    dependencies: [.package(name: "AssetKit", path: "../..")],
    targets: [.executableTarget(name: "AVCam", dependencies: [.product(name: "AssetKit", package: "AssetKit")])]
)
