import AssetKitBase
import AssetKitClocks
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

@Suite("A virtual screen")
struct VirtualVideoTargetTests {
    private let host = VirtualHostClock()
    private let size = CGSize(width: 64, height: 48)

    @Test("keeps which pictures were shown when, and tells equal ones from others")
    func presented() throws {
        let target = AKVirtualVideoTarget(host: host)
        try target.open(size) { _ in }
        for (index, seed) in [UInt8(1), 2, 1].enumerated() {
            host.advance(by: 10)
            let picture = try TestPicture.make(width: 63, height: 48, seed: seed)
            let time = CMTime(value: Int64(index), timescale: 30)
            try target.present(picture, itemTime: time, hostTime: Int64(index) * 10 + 7)
        }
        let presented = target.presented
        #expect(presented.map(\.itemTime.value) == [0, 1, 2])
        #expect(presented.map(\.hostTime) == [7, 17, 27])
        #expect(presented.map(\.presentedAt) == [10, 20, 30])
        #expect(presented.allSatisfy { $0.width == 63 && $0.height == 48 })
        #expect(presented[0].hash == presented[2].hash)
        #expect(presented[0].hash != presented[1].hash)
        target.clear()
        #expect(target.clearCount == 1)
    }

    @Test("takes its time to show a picture, if that is wished for")
    func delay() throws {
        let target = AKVirtualVideoTarget(host: host, hashesPixels: false, delay: .milliseconds(4))
        try target.open(size) { _ in }
        try target.present(TestPicture.make(width: 2, height: 2), itemTime: .zero, hostTime: 0)
        #expect(host.now == 4_000_000)
        #expect(target.presented.map(\.hash) == [0])
    }

    @Test("hands pictures to a closure instead")
    func closure() throws {
        let times = Protected([CMTime]())
        let target = AKVirtualVideoTarget { _, time in times.withLock { $0.append(time) } }
        try target.open(size) { _ in }
        try target.present(TestPicture.make(width: 2, height: 2), itemTime: CMTime(value: 1, timescale: 2), hostTime: 0)
        #expect(times.withLock { $0 } == [CMTime(value: 1, timescale: 2)])
        #expect(target.presented.isEmpty)
    }

    @Test("asks for other pictures, has keys pressed and is lost on demand")
    func demand() throws {
        let events = Events<AKVideoTargetEvent>()
        let target = AKVirtualVideoTarget(host: host)
        try target.open(size, events: events.add)
        target.change(AKVideoTargetWish(size: CGSize(width: 320, height: 180), enlarges: true))
        #expect(target.wish.size.width == 320)
        target.happen(.key("space"))
        target.happen(.lost("the cable is out"))
        #expect(events.texts == ["needsPicture", "key space", "lost: the cable is out"])
        let picture = try TestPicture.make(width: 2, height: 2)
        let error = #expect(throws: AVError.self) { try target.present(picture, itemTime: .zero, hostTime: 0) }
        #expect(error?.description == "the picture cannot be shown: the cable is out")
        #expect(throws: AVError.self) { try target.open(size) { _ in } }
    }
}
