import AssetKit
import Testing

/// What is called when something is let go is called wherever that happens: in an encoder's thread, say. In Apple's
/// documentation these closures are not @Sendable, or C functions. Here they belong to no actor.
@MainActor
@Suite("A client's @MainActor types, with what is called when memory goes")
struct MainActorMediaTests {
    /// Does something on another thread and waits for it.
    private func elsewhere(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                body()
                done.resume()
            }
        }
    }

    @Test("lend memory that is given back on another thread")
    func memory() async throws {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * 48 * 4, alignment: 64)
        var pixels: CVPixelBuffer?
        CVPixelBufferCreateWithBytes(
            nil,
            64,
            48,
            kCVPixelFormatType_32BGRA,
            bytes,
            64 * 4,
            { _, bytes in bytes?.deallocate() },
            nil,
            nil,
            &pixels
        )
        nonisolated(unsafe) var held: [Any] = [try #require(pixels)]
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        held.append(try CMBlockBuffer(buffer: block, deallocator: { bytes, _ in bytes.deallocate() }))
        let data = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        held.append(
            try #require(CGDataProvider(dataInfo: nil, data: data, size: 16) { _, bytes, _ in bytes.deallocate() })
        )
        pixels = nil
        await elsewhere { held = [] }
        #expect(held.isEmpty)
    }
}
