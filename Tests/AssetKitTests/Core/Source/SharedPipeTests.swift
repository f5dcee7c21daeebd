import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("A pipe that is read by several")
struct SharedPipeTests {
    @Test("gives each of them all bytes, though it is opened once")
    func sharing() throws {
        let folder = TemporaryFolder()
        let path = folder.path("queue")
        try #require(mkfifo(path, 0o600) == 0)
        let keeper = open(path, O_RDWR | O_CLOEXEC)
        try #require(keeper >= 0)
        let input = MediaInput(url: URL(filePath: path), fileType: nil, restrictions: [])
        let first = try input.open(CancellationFlag())
        let bytes: [UInt8] = [1, 2, 3, 4]
        try #require(write(keeper, bytes, bytes.count) == bytes.count)
        close(keeper)
        let second = try input.open(CancellationFlag())
        for source in [first, second, first] {
            var found = [UInt8](repeating: 0, count: 8)
            let count = try found.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
            #expect(Array(found.prefix(count)) == bytes)
        }
        withExtendedLifetime(folder) {}
    }
}
