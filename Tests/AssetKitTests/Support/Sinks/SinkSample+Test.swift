import CMTimeLib
import Foundation

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitMedia

extension SinkSample {
    /// A sample that begins at a time in milliseconds.
    static func test(at milliseconds: Int64, lasting duration: Int64 = 40, byteCount: Int = 10) -> SinkSample {
        let time = CMTime(value: milliseconds, timescale: 1000)
        return SinkSample(
            data: (try? CMBlockBuffer(copying: Data(count: byteCount))) ?? CMBlockBuffer(empty: ()),
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: duration, timescale: 1000)
        )
    }
}

extension SinkPlan {
    /// A plan for so many tracks of nothing in particular.
    static func test(tracks count: Int) -> SinkPlan {
        SinkPlan(
            fileType: .mov,
            tracks: (0..<count).map { _ in SinkTrack(mediaType: .video, formats: [], timescale: 1000) }
        )
    }
}
