@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
import Foundation
import Testing

@Suite("Metadata values")
struct MetadataValueTests {
    @Test("a text is a text and bytes, and nothing else where it does not look like it")
    func plainText() {
        let item = MetadataItems.holding("Sunrise" as NSString)
        #expect(item.stringValue == "Sunrise")
        #expect(item.dataValue == Data("Sunrise".utf8))
        #expect(item.numberValue == nil)
        #expect(item.dateValue == nil)
    }

    @Test("numbers have a text")
    func numbersAsTexts() {
        #expect(MetadataItems.holding(NSNumber(value: 17)).stringValue == "17")
        #expect(MetadataItems.holding(NSNumber(value: -2.5)).stringValue == "-2.5")
        #expect(MetadataItems.holding(NSNumber(value: Int64.min)).stringValue == "-9223372036854775808")
    }

    @Test(
        "a text that spells a number is one",
        arguments: [
            ("17", 17.0), (" 17 ", 17), ("-3", -3), ("+4", 4), ("2.5", 2.5), ("1e3", 1000),
        ]
    )
    func textsAsNumbers(text: String, number: Double) {
        #expect(MetadataItems.holding(text as NSString).numberValue?.doubleValue == number)
    }

    @Test(
        "a text that does not spell a number is none",
        arguments: ["", " ", "3/12", "nan", "inf", "0x10", "0x1p4", "1e999", "1,5", "--1", "१२", "12 apples", "e"]
    )
    func textsThatAreNoNumbers(text: String) {
        #expect(MetadataItems.holding(text as NSString).numberValue == nil)
    }

    @Test("whole numbers in texts are exact")
    func exactNumbers() {
        #expect(MetadataItems.holding("9007199254740993" as NSString).numberValue?.int64Value == 9_007_199_254_740_993)
        #expect(MetadataItems.holding("18446744073709551615" as NSString).numberValue?.uint64Value == .max)
    }

    @Test("track numbers of iTunes stay the eight bytes that they are")
    func packedNumbers() {
        let bytes: [UInt8] = [0, 0, 0, 3, 0, 12, 0, 0]
        let item = MetadataItems.native(.iTunes, "trkn", .data(bytes))
        #expect(item.dataValue == Data(bytes))
        #expect(item.value as? NSData == NSData(data: Data(bytes)))
        #expect(item.numberValue == nil)
        #expect(item.stringValue == nil)
        #expect(item.dateValue == nil)
    }

    @Test("what iTunes packs into numbers and bytes has a text that people understand")
    func spokenValues() {
        func text(_ key: String, _ value: MetadataEntry.Value) -> String? {
            MetadataItems.native(.iTunes, key, value).akDetails?.text
        }
        #expect(text("trkn", .data([0, 0, 0, 3, 0, 12, 0, 0])) == "3/12")
        #expect(text("disk", .data([0, 0, 0, 2, 0, 0])) == "2")
        #expect(text("trkn", .data([0, 0, 0])) == nil)
        #expect(text("gnre", .integer(18)) == "Rock")
        #expect(text("cpil", .integer(1)) == "yes" && text("pgap", .integer(0)) == "no")
        #expect(text("cpil", .integer(2)) == nil)
        #expect(text("tmpo", .integer(120)) == nil)
        #expect(text("©nam", .text("1")) == nil)
    }

    @Test("the genre number of iTunes is a number, also where the file calls it data")
    func genreNumber() {
        #expect(MetadataItems.native(.iTunes, "gnre", .integer(18)).numberValue == 18)
        #expect(MetadataItems.native(.iTunes, "gnre", .data([0, 18])).numberValue == 18)
        #expect(MetadataItems.native(.iTunes, "gnre", .data([18])).numberValue == nil)
    }

    @Test("data of a numeric type is a number, when it is as long as the type")
    func typedData() {
        let type = "com.apple.metadata.datatype."
        let bytes = Data([0xff, 0xfe]) as NSData
        #expect(MetadataItems.holding(bytes, dataType: type + "int16").numberValue == -2)
        #expect(MetadataItems.holding(bytes, dataType: type + "uint16").numberValue == 0xfffe)
        #expect(MetadataItems.holding(bytes, dataType: type + "int32").numberValue == nil)
        #expect(MetadataItems.holding(bytes, dataType: type + "raw-data").numberValue == nil)
        let half = Data([0x3f, 0, 0, 0]) as NSData
        #expect(MetadataItems.holding(half, dataType: type + "float32").numberValue == 0.5)
    }

    @Test("a number has bytes where its type says how many, and where it fits")
    func numbersAsData() {
        let type = "com.apple.metadata.datatype."
        #expect(MetadataItems.holding(NSNumber(value: 258), dataType: type + "int32").dataValue == Data([0, 0, 1, 2]))
        #expect(MetadataItems.holding(NSNumber(value: 258), dataType: type + "int8").dataValue == nil)
        #expect(MetadataItems.holding(NSNumber(value: 0.5), dataType: type + "int8").dataValue == nil)
        #expect(MetadataItems.holding(NSNumber(value: 1e300), dataType: type + "float32").dataValue == nil)
        #expect(
            MetadataItems.holding(NSNumber(value: 0.5), dataType: type + "float32").dataValue == Data([0x3f, 0, 0, 0])
        )
        #expect(MetadataItems.holding(NSNumber(value: 258)).dataValue == nil)
    }

    @Test("data is a text where its type says so, and only if it is one")
    func textInData() {
        let type = "com.apple.metadata.datatype."
        let text = Data("é".utf8) as NSData
        #expect(MetadataItems.holding(text, dataType: type + "UTF-8").stringValue == "é")
        #expect(MetadataItems.holding(text).stringValue == nil)
        #expect(MetadataItems.holding(Data([0xff]) as NSData, dataType: type + "UTF-8").stringValue == nil)
        let wide = Data([0, 0x41, 0, 0x42]) as NSData
        #expect(MetadataItems.holding(wide, dataType: type + "UTF-16").stringValue == "AB")
        let marked = Data([0xff, 0xfe, 0x41, 0]) as NSData
        #expect(MetadataItems.holding(marked, dataType: type + "UTF-16").stringValue == "A")
        #expect(MetadataItems.holding("A" as NSString, dataType: type + "UTF-16").dataValue == Data([0, 0x41]))
    }

    @Test("a picture's type is told by its first bytes")
    func pictureTypes() {
        let jpeg = MetadataItems.native(.iTunes, "covr", .data([0xff, 0xd8, 0xff, 0xe0]))
        #expect(jpeg.dataType == "com.apple.metadata.datatype.JPEG")
        let png = MetadataItems.native(.iTunes, "covr", .data([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))
        #expect(png.dataType == "com.apple.metadata.datatype.PNG")
        #expect(MetadataItems.native(.iTunes, "covr", .data([])).dataType == nil)
        #expect(MetadataItems.native(.iTunes, "©nam", .text("x")).dataType == "com.apple.metadata.datatype.UTF-8")
        #expect(MetadataItems.native(.iTunes, "covr", .data([1]), dataType: "mine").dataType == "mine")
    }

    @Test("dictionaries and arrays are values without other forms")
    func structuredValues() {
        let item = MetadataItems.holding(NSDictionary(dictionary: ["x": 1]))
        #expect(item.value is NSDictionary)
        #expect(item.stringValue == nil)
        #expect(item.numberValue == nil)
        #expect(item.dateValue == nil)
        #expect(item.dataValue == nil)
    }

    @Test("no value has no form")
    func noValue() {
        let item = AVMetadataItem()
        #expect(item.value == nil)
        #expect(item.stringValue == nil)
        #expect(item.dataValue == nil)
    }
}
