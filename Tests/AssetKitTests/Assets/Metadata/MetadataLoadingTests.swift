@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitBase
import Foundation
import Synchronization
import Testing

@Suite("Reading metadata values late")
struct MetadataLoadingTests {
    struct Broken: LocalizedError {
        var errorDescription: String? { "the disc is scratched" }
    }

    private func item(load: @escaping MetadataBytesLoader) -> AVMetadataItem {
        AVMetadataItem(entry: MetadataEntry(keySpace: .id3, key: "APIC", value: .stored(100..<104)), load: load)
    }

    @Test("a stored value is read when somebody asks, once, for the item and all its copies")
    func readOnce() throws {
        let ranges = Mutex<[Range<Int64>]>([])
        let item = item { range in
            ranges.withLock { $0.append(range) }
            return [1, 2, 3, 4]
        }
        let mutable = try #require(item.mutableCopy() as? AVMutableMetadataItem)
        let common = try #require(AVMetadataItem.commonItems(from: [item]).first)
        #expect(item.identifier == .id3MetadataAttachedPicture)
        #expect(!item.description.contains("4 bytes"))
        #expect(ranges.withLock { $0.isEmpty })
        for copy in [item, mutable, common] { #expect(copy.dataValue == Data([1, 2, 3, 4])) }
        #expect(ranges.withLock { $0 } == [100..<104])
    }

    @Test("loading ends with the value known")
    func loading() async throws {
        let item = item { _ in [7] }
        let loader = try #require(item.valueLoader)
        #expect(loader.status(of: "value") == .unknown)
        try await loader.load(["value"])
        #expect(loader.status(of: "value") == .loaded)
        #expect(item.dataValue == Data([7]))
    }

    @Test("a value that cannot be read is nil, and loading says why")
    func failure() async throws {
        let item = item { _ in throw Broken() }
        let loader = try #require(item.valueLoader)
        let error = try #require(await #expect(throws: AVError.self) { try await loader.load(["value"]) })
        #expect(error.code == .failedToLoadMediaData)
        #expect(error.errorDescription == "cannot read the metadata 'APIC': the disc is scratched")
        #expect(item.value == nil)
        #expect(item.dataValue == nil)
    }

    @Test("a value that a client sets takes the place of the stored one")
    func replacing() throws {
        let item = try #require(item { _ in [1] }.mutableCopy() as? AVMutableMetadataItem)
        item.value = "text" as NSString
        #expect(item.stringValue == "text")
        #expect(item.valueLoader == nil)
        item.value = nil
        #expect(item.value == nil)
    }

    @Test("a client may supply the value when it is wanted")
    func supplying() throws {
        let template = MetadataItems.mutable(.commonIdentifierTitle, "template" as NSString, language: "en")
        let calls = Mutex(0)
        let item = AVMetadataItem(propertiesOf: template) { request in
            calls.withLock { $0 += 1 }
            request.respond(value: "for \(request.metadataItem?.identifier?.rawValue ?? "nobody")" as NSString)
            request.respond(value: "too late" as NSString)
        }
        #expect(calls.withLock { $0 } == 0)
        #expect(item.identifier == .commonIdentifierTitle)
        #expect(item.extendedLanguageTag == "en")
        #expect(item.stringValue == "for common/title")
        #expect(item.stringValue == "for common/title")
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("a client may supply the value later, from another thread")
    func supplyingLater() async throws {
        let requests = AsyncStream<AVMetadataItemValueRequest>.makeStream()
        let item = AVMetadataItem(propertiesOfMetadataItem: AVMetadataItem()) { requests.continuation.yield($0) }
        let loader = try #require(item.valueLoader)
        async let loaded: Void = loader.load(["value"])
        for await request in requests.stream {
            request.respond(value: NSNumber(value: 5))
            break
        }
        try await loaded
        #expect(item.numberValue == 5)
    }

    @Test("a client's error is the error of loading")
    func refusing() async throws {
        let item = AVMetadataItem(propertiesOf: AVMetadataItem()) { $0.respond(error: Broken()) }
        let loader = try #require(item.valueLoader)
        let error = try #require(await #expect(throws: AVError.self) { try await loader.load(["value"]) })
        #expect(error.errorDescription == "no value was supplied for the metadata: the disc is scratched")
        #expect(error.underlyingError is Broken)
        #expect(item.value == nil)
    }

    @Test("a request that nobody answers fails when it is let go")
    func unanswered() async throws {
        let item = AVMetadataItem(propertiesOf: AVMetadataItem()) { _ in }
        let loader = try #require(item.valueLoader)
        await #expect(throws: AVError.self) { try await loader.load(["value"]) }
        #expect(item.value == nil)
    }
}
