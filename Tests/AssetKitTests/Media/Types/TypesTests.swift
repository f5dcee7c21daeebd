import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Media types and boxes")
struct TypesTests {
    @Test("times, ranges and mappings survive in NSValue")
    func boxes() {
        let time = CMTime(value: 3, timescale: 600)
        let range = CMTimeRange(start: time, duration: CMTime(value: 5, timescale: 1))
        let mapping = CMTimeMapping(source: range, target: .zero)
        let values: [NSValue] = [NSValue(time: time), NSValue(timeRange: range), NSValue(timeMapping: mapping)]
        #expect(values[0].timeValue == time && values[1].timeRangeValue == range)
        #expect(values[2].timeMappingValue == mapping)
        #expect(values[0] == NSValue(time: time) && values[0] != values[1])
        #expect(!values[1].timeValue.isValid && !NSNumber(value: 3).timeValue.isValid)
        var copy = CMTime()
        values[0].getValue(&copy)
        #expect(copy == time)
    }

    @Test("times cast to NSValue and back")
    func bridging() {
        let times = [CMTime(value: 1, timescale: 2), CMTime.indefinite]
        #expect((times as Any as? [NSValue])?.map(\.timeValue.isIndefinite) == [false, true])
        #expect((times[0] as NSValue).timeValue == times[0])
        #expect((NSValue(time: times[0]) as Any) as? CMTime == times[0])
        #expect((NSValue(timeRange: .zero) as Any) as? CMTime == nil)
        #expect((CMTimeRange.zero as NSValue).timeRangeValue == .zero)
    }

    @Test("coders keep times, and answer invalid where there is none")
    func coding() throws {
        let time = CMTime(value: -7, timescale: 90_000, flags: [.valid, .hasBeenRounded], epoch: 2)
        let range = CMTimeRange(start: time, duration: .positiveInfinity)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(time, forKey: "time")
        archiver.encode(range, forKey: "range")
        archiver.encode(CMTimeMapping(source: range, target: .invalid), forKey: "mapping")
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let back = reader.decodeTime(forKey: "time")
        #expect(back == time && back.hasBeenRounded && back.epoch == 2)
        #expect(reader.decodeTimeRange(forKey: "range") == range)
        #expect(reader.decodeTimeMapping(forKey: "mapping").source == range)
        #expect(!reader.decodeTime(forKey: "nothing").isValid)
        #expect(!reader.decodeTime(forKey: "range").isValid)
    }

    @Test("numbers of every kind are numbers, texts are not")
    func numbers() {
        let values: [Any] = [
            Int(3), UInt32(3), CGFloat(3), Float(3), Double(3), NSNumber(value: 3), UInt8(3), NSNumber(value: 3.0),
        ]
        #expect(values.allSatisfy { Number($0)?.whole(Int.self) == 3 })
        #expect(Number(true)?.whole(Int.self) == 1 && Number(NSNumber(value: true))?.bool == true)
        #expect(Number("3") == nil && Number(nil) == nil && Number([3]) == nil)
        #expect(Number(1.5)?.whole(Int.self) == nil && Number(1.5)?.truncated(Int.self) == 1)
        #expect(Number(Double.nan)?.truncated(Int.self) == nil && Number(1e300)?.truncated(Int.self) == nil)
        #expect(Number(UInt64.max)?.whole(UInt64.self) == .max && Number(UInt64.max)?.whole(Int.self) == nil)
        #expect(Number(NSNumber(value: UInt64.max))?.whole(UInt64.self) == .max)
    }

    @Test("constants are their texts and cast to NSString")
    func constants() {
        #expect(AVMediaType.video.rawValue == "vide" && AVMediaType("soun") == .audio)
        #expect((AVFileType.mov as NSString).isEqual(to: "com.apple.quicktime-movie"))
        #expect(("avc1" as NSString as Any) as? AVVideoCodecType == .h264)
        #expect(PropertyList.text(AVVideoCodecType.hevc) == "hvc1" && PropertyList.text("hvc1") == "hvc1")
        #expect("\(AVFileType.akWebM)" == "org.webmproject.webm")
        #expect(kVTProfileLevel_H264_High_4_0 == AVVideoProfileLevelH264High40)
        #expect(kVTCompressionPropertyKey_AverageBitRate == AVVideoAverageBitRateKey)
        #expect(AVVideoColorPrimaries_ITU_R_709_2 == kCVImageBufferColorPrimaries_ITU_R_709_2)
    }

    @Test("four-character codes have their first character in the highest byte")
    func codes() {
        #expect(kCMVideoCodecType_H264 == 0x6176_6331)
        #expect("avc1".fourCharCode == kCMVideoCodecType_H264)
        #expect("abc".fourCharCode == 0 && "©nam".fourCharCode == 0xa96e_616d)
        #expect(kAudioFormatMPEG4AAC.letters == "aac ")
        #expect(kAudioFormatMPEG4AAC.fourCharacterText == "'aac '" && UInt32(1).fourCharacterText == "1")
    }

    @Test("dictionaries compare by meaning")
    func propertyLists() {
        let left: [String: Any] = ["a": 1, "b": ["c": [1.0, "x"]], "d": Data([1])]
        let right: [String: Any] = ["a": 1.0, "b": NSDictionary(dictionary: ["c": [1, "x"]]), "d": Data([1])]
        #expect(PropertyList.areEqual(left, right))
        #expect(!PropertyList.areEqual(left, ["a": 1]))
        #expect(PropertyList.withTextKeys([AVMediaType.video: 1, 7: 2, "x": 3]).count == 2)
    }
}
