@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitContainers
import Foundation
import Testing

@Suite("Variants of HLS assets")
struct AssetVariantTests {
    private static let playlist = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="sound.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1280000,AVERAGE-BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,\
        FRAME-RATE=29.970
        low/list.m3u8
        # a remark
        #EXT-X-STREAM-INF:CODECS="hvc1.2.4.L150.B0, ec-3",VIDEO-RANGE=PQ,BANDWIDTH=7680000,RESOLUTION=3840x2160
        #EXT-X-SOMETHING
        https://example.invalid/high.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5"
        sound.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="frames.m3u8"
        """

    @Test("a playlist's streams are told with what it says of them")
    func parsing() throws {
        let base = try #require(URL(string: "https://example.invalid/show/main.m3u8"))
        let variants = HLSVariant.variants(in: Self.playlist).map { AVAssetVariant($0, relativeTo: base) }
        #expect(variants.map(\.peakBitRate) == [1_280_000, 7_680_000, 64_000])
        #expect(variants.map(\.averageBitRate) == [1_000_000, nil, nil])
        #expect(
            variants.map { $0.url?.absoluteString } == [
                "https://example.invalid/show/low/list.m3u8", "https://example.invalid/high.m3u8",
                "https://example.invalid/show/sound.m3u8",
            ]
        )
        let first = try #require(variants[0].videoAttributes)
        #expect(first.codecTypes == [kCMVideoCodecType_H264])
        #expect(first.presentationSize == CGSize(width: 1280, height: 720))
        #expect(first.nominalFrameRate == 29.97)
        #expect(first.videoRange == .sdr)
        #expect(variants[0].audioAttributes?.formatIDs == [kAudioFormatMPEG4AAC])
        #expect(variants[1].videoAttributes?.codecTypes == [kCMVideoCodecType_HEVC])
        #expect(variants[1].videoAttributes?.videoRange == .pq)
        #expect(variants[1].videoAttributes?.nominalFrameRate == nil)
        #expect(variants[1].audioAttributes?.formatIDs == [kAudioFormatEnhancedAC3])
        #expect(variants[2].videoAttributes == nil)
        #expect(variants[2].audioAttributes?.formatIDs == [kAudioFormatMPEG4AAC_HE])
    }

    @Test("nonsense in a playlist is passed over")
    func nonsense() throws {
        #expect(HLSVariant.variants(in: "").isEmpty)
        #expect(
            HLSVariant.variants(in: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1").isEmpty,
            "a stream without an address"
        )
        let odd = """
            #EXT-X-STREAM-INF:BANDWIDTH=nan,AVERAGE-BANDWIDTH=-5,RESOLUTION=0x99999999999999999999,CODECS="x,avc1
            a
            #EXT-X-STREAM-INF:=,==,"
            b
            """
        let variants = HLSVariant.variants(in: odd)
        #expect(variants.map(\.address) == ["a", "b"])
        #expect(variants.allSatisfy { $0.peakBitRate == nil && $0.averageBitRate == nil && $0.width == nil })
        let many = String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\nx\n", count: 5000)
        #expect(HLSVariant.variants(in: many).count == 1024)
    }

    @Test("an asset of a playlist has variants, and a file has none")
    func assets() async throws {
        let folder = try ScratchFolder()
        _ = try folder.write(try Data(contentsOf: SampleMedia.url("h264.ts")), to: "a.ts")
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        _ = try folder.write(Data(list.utf8), to: "list.m3u8")
        let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000,RESOLUTION=64x48\nlist.m3u8\n"
        let asset = AVURLAsset(url: try folder.write(Data(main.utf8), to: "main.m3u8"))
        let variants = try await asset.load(.variants)
        #expect(variants.map(\.peakBitRate) == [500_000])
        #expect(variants.first?.url == folder.url("list.m3u8").absoluteURL)
        #expect(asset.status(of: .variants) == .loaded(asset.variants) || asset.variants.count == 1)
        #expect(try await AVURLAsset(url: SampleMedia.url("aac.m4a")).load(.variants).isEmpty)
    }
}
