import AssetKit
import Glibc
import TestSupport
import Testing

@Suite("Memory of the process")
struct ProcessMemoryTests {
    /// Whether a block has memory of its own: glibc says so in the second bit before it.
    private func isMapped(_ block: UnsafeMutableRawPointer) -> Bool { (block - 8).load(as: UInt.self) & 2 != 0 }

    private func block(_ size: Int) throws -> UnsafeMutableRawPointer {
        let block = malloc(size)
        return try #require(block)
    }

    @Test(
        "large blocks have memory of their own, also when others of that size have been freed before",
        .enabled(if: BuiltTool.tellsItsMemory)
    )
    func returnsBlocks() throws {
        #expect(AKProcessMemory.returnLargeBlocks())
        // By itself the C library would learn from this that blocks of the size come and go.
        free(try block(3 << 20))
        // What lay free between other things before is used up first.
        var blocks: [UnsafeMutableRawPointer] = []
        defer { blocks.forEach { free($0) } }
        while blocks.last.map(isMapped) != true, blocks.count < 2000 { blocks.append(try block(3 << 20)) }
        #expect(blocks.last.map(isMapped) == true)
        let small = try block(1 << 12)
        #expect(!isMapped(small))
        free(small)
    }
}
