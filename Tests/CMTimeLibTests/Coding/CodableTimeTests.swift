import CMTimeLib
import Foundation
import Testing

@Suite("Coding of times")
struct CodableTimeTests {
    private func mapping(_ random: inout ExactRandom) -> CMTimeMapping {
        func range() -> CMTimeRange { CMTimeRange(start: random.anyTime(), duration: random.anyTime()) }
        return CMTimeMapping(source: range(), target: range())
    }

    private func members(_ mapping: CMTimeMapping) -> [[Int64]?] {
        [mapping.source.start, mapping.source.duration, mapping.target.start, mapping.target.duration].map {
            fields(of: $0)
        }
    }

    @Test("every bit pattern comes back through JSON")
    func roundTrip() throws {
        for seed in UInt64(0)..<500 {
            var random = ExactRandom(seed: seed)
            let mapping = mapping(&random)
            let data = try JSONEncoder().encode(CodableCMTimeMapping(mapping))
            let decoded = try JSONDecoder().decode(CodableCMTimeMapping.self, from: data).wrappedValue
            #expect(members(decoded) == members(mapping), "seed \(seed)")
        }
    }

    @Test("the keys are those that programs use for their own coding")
    func keys() throws {
        struct Marker: Codable {
            @CodableCMTime var time: CMTime
            @CodableCMTimeRange var range: CMTimeRange
        }
        let time = CMTimeMakeWithEpoch(value: 1, timescale: 30, epoch: 2)
        let marker = Marker(time: time, range: CMTimeRange(start: .zero, duration: .positiveInfinity))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(marker), as: UTF8.self)
        let range =
            #"{"duration":{"epoch":0,"flags":5,"timescale":0,"value":0},"#
            + #""start":{"epoch":0,"flags":1,"timescale":1,"value":0}}"#
        #expect(text == #"{"range":\#(range),"time":{"epoch":2,"flags":1,"timescale":30,"value":1}}"#)
        let decoded = try JSONDecoder().decode(Marker.self, from: Data(text.utf8))
        #expect(fields(of: decoded.time) == fields(of: time))
    }

    @Test(
        "a missing key, another type and an integer too large for its field throw",
        arguments: [
            #"{"value":1,"timescale":30,"flags":1}"#, #"{"value":1,"timescale":30,"epoch":0}"#,
            #"{"value":1,"flags":1,"epoch":0}"#, #"{"timescale":30,"flags":1,"epoch":0}"#, "{}", "[]", "1", "null",
            #"{"value":"1","timescale":30,"flags":1,"epoch":0}"#, #"{"value":1.5,"timescale":30,"flags":1,"epoch":0}"#,
            #"{"value":null,"timescale":30,"flags":1,"epoch":0}"#,
            #"{"value":1,"timescale":2147483648,"flags":1,"epoch":0}"#,
            #"{"value":1,"timescale":30,"flags":-1,"epoch":0}"#,
            #"{"value":9223372036854775808,"timescale":30,"flags":1,"epoch":0}"#,
        ]
    )
    func strictness(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CodableCMTime.self, from: Data(text.utf8)) }
        let range = Data(#"{"start":\#(text),"duration":\#(text)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CodableCMTimeRange.self, from: range) }
    }

    @Test("a range and a mapping need both their members")
    func members() {
        let time = #"{"value":1,"timescale":30,"flags":1,"epoch":0}"#
        let half = Data(#"{"start":\#(time)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CodableCMTimeRange.self, from: half) }
        let source = Data(#"{"source":{"start":\#(time),"duration":\#(time)}}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CodableCMTimeMapping.self, from: source) }
    }
}
