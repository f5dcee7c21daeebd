import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Export, samples that wait")
struct ChunkOutboxTests {
    private func sample(_ number: Int) throws -> SinkSample {
        var sample = SinkSample.test(at: Int64(number) * 40)
        let bytes = (0..<(number * 100)).map { UInt8(truncatingIfNeeded: $0 + number) }
        sample.data = try CMBlockBuffer(copying: Data(bytes))
        sample.isSync = number == 1
        return sample
    }

    private func check(_ taken: SinkSample?, is number: Int) throws {
        let (taken, wanted) = try (#require(taken), sample(number))
        #expect(taken.presentationTime == wanted.presentationTime)
        #expect(taken.isSync == wanted.isSync)
        #expect(try Array(taken.data.dataBytes()) == Array(wanted.data.dataBytes()))
    }

    @Test("samples wait in a file until it is their part's turn, and come out as they were")
    func waiting() throws {
        let folder = TemporaryFolder()
        let outbox = ChunkOutbox(capacity: .max, target: folder.path("film.mp4"))
        for number in 1...5 { #expect(try outbox.put(sample(number))) }
        #expect(outbox.storedByteCount == 1500)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        try check(outbox.take(), is: 1)
        #expect(try outbox.put(sample(6)))
        #expect(outbox.storedByteCount == 1500)
        outbox.finish()
        for number in 2...6 { try check(outbox.take(), is: number) }
        #expect(try outbox.take() == nil)
    }

    @Test("where no file can be made, samples wait in memory", arguments: ["/nowhere at all/film.mp4", nil])
    func memory(target: String?) throws {
        let outbox = ChunkOutbox(capacity: .max, target: target)
        for number in 1...3 { #expect(try outbox.put(sample(number))) }
        #expect(outbox.storedByteCount == 0)
        outbox.finish()
        for number in 1...3 { try check(outbox.take(), is: number) }
        #expect(try outbox.take() == nil)
    }

    @Test("a closed outbox takes nothing more, and whoever waits hears of it")
    func closing() throws {
        let outbox = ChunkOutbox(capacity: .max, target: nil)
        outbox.close()
        #expect(try !outbox.put(sample(1)))
        #expect(throws: CancellationError.self) { try outbox.take() }
    }
}
