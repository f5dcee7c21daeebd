import AssetKit
import Glibc
import Testing

@Suite("Memory of the process")
struct ProcessMemoryTests {
    /// Whether a block has memory of its own: glibc says so in the second bit before it.
    private func isMapped(_ block: UnsafeMutableRawPointer) -> Bool { (block - 8).load(as: UInt.self) & 2 != 0 }

    @Test(
        "large blocks have memory of their own, also when others of that size have been freed before",
        .enabled(if: BuiltTool.tellsItsMemory)
    )
    func returnsBlocks() throws {
        #expect(AKProcessMemory.returnLargeBlocks())
        for _ in 0..<3 {
            let block = try #require(malloc(3 << 20))
            #expect(isMapped(block))
            free(block)
        }
        let small = try #require(malloc(1 << 12))
        #expect(!isMapped(small))
        free(small)
    }
}
