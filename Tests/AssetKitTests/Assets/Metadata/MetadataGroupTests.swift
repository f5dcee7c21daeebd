@testable import AssetKit
@testable import AssetKitAssets
import Foundation
import Testing

@Suite("Metadata groups")
struct MetadataGroupTests {
    private let item = MetadataItems.mutable(.commonIdentifierTitle, "Chapter 1" as NSString)
    private let range = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1))

    @Test("a timed group holds items for a time")
    func timedGroup() {
        let group = AVTimedMetadataGroup(items: [item], timeRange: range)
        #expect(group.items == [item])
        #expect(group.timeRange == range)
        #expect(group.classifyingLabel == nil)
        #expect(group.uniqueID == nil)
        #expect(group.copy() as? AVTimedMetadataGroup === group)
    }

    @Test("a timed group's copies hold the same, and go their own ways")
    func timedCopies() throws {
        let group = AVTimedMetadataGroup(items: [item], timeRange: range)
        let mutable = try #require(group.mutableCopy() as? AVMutableTimedMetadataGroup)
        #expect(mutable.items == [item])
        #expect(mutable.timeRange == range)
        let copy = try #require(mutable.copy() as? AVTimedMetadataGroup)
        #expect(!(copy is AVMutableTimedMetadataGroup))
        mutable.items = []
        mutable.timeRange = .zero
        #expect(copy.items == [item])
        #expect(copy.timeRange == range)
        #expect(mutable.items.isEmpty)
        #expect(mutable.timeRange == .zero)
    }

    @Test("a mutable group is made as clients make it")
    func mutableGroup() {
        let group = AVMutableTimedMetadataGroup(items: [], timeRange: .invalid)
        group.items.append(item)
        group.timeRange = range
        #expect(group.items.count == 1)
        #expect(AVMutableTimedMetadataGroup().items.isEmpty)
    }

    @Test("a date range group holds items from a date on")
    func dateRangeGroup() throws {
        let start = Date(timeIntervalSince1970: 0)
        let group = AVDateRangeMetadataGroup(items: [item], start: start, end: nil)
        #expect(group.startDate == start)
        #expect(group.endDate == nil)
        let mutable = try #require(group.mutableCopy() as? AVMutableDateRangeMetadataGroup)
        mutable.endDate = Date(timeIntervalSince1970: 10)
        mutable.startDate = Date(timeIntervalSince1970: 1)
        mutable.items = []
        let copy = try #require(mutable.copy() as? AVDateRangeMetadataGroup)
        #expect(!(copy is AVMutableDateRangeMetadataGroup))
        #expect(copy.startDate == Date(timeIntervalSince1970: 1))
        #expect(copy.endDate == Date(timeIntervalSince1970: 10))
        #expect(copy.items.isEmpty)
        #expect(group.items == [item])
        #expect(group.endDate == nil)
    }

    @Test("a group of its own has no items")
    func emptyGroup() {
        #expect(AVMetadataGroup().items.isEmpty)
    }

    @Test("labels go with the copies")
    func labels() throws {
        var content = MetadataGroupContent(items: [item])
        content.classifyingLabel = "slides"
        content.uniqueID = "42"
        let group = AVDateRangeMetadataGroup(content: content)
        let copy = try #require(group.mutableCopy() as? AVMutableDateRangeMetadataGroup)
        #expect(copy.classifyingLabel == "slides")
        #expect(copy.uniqueID == "42")
    }
}
