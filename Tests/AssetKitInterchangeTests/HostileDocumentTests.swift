import AssetKitInterchange
import Foundation
import TestSupport
import Testing

@Suite("Documents from anywhere")
struct HostileDocumentTests {
    private func otioError(_ text: String) -> String {
        let error = #expect(throws: InterchangeError.self) { try OTIODocument.read(text) }
        return error?.description ?? ""
    }

    private func fcpxmlError(_ text: String) -> String {
        let error = #expect(throws: InterchangeError.self) { try FCPXMLDocument.read(Array(text.utf8)) }
        return error?.description ?? ""
    }

    @Test("values nested deeper than 256 are refused")
    func deepJSON() {
        let text = String(repeating: "[", count: 100_000)
        #expect(otioError(text) == "line 1, column 257: values are nested more than 256 deep")
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(otioError(objects).contains("more than 256 deep"))
    }

    @Test("elements nested deeper than 256 are refused")
    func deepXML() {
        #expect(
            fcpxmlError(String(repeating: "<a>", count: 100_000)) == "line 1: elements are nested more than 256 deep"
        )
    }

    @Test("documents of more than 64 MiB are refused before they are read")
    func size() {
        let bytes = [UInt8](repeating: 0x20, count: (64 << 20) + 1)
        let expected = InterchangeError("the document has 67108865 bytes, and more than 67108864 are not read")
        #expect(throws: expected) { try OTIODocument.read(bytes) }
        #expect(throws: expected) { try FCPXMLDocument.read(bytes) }
    }

    @Test("compositions nested deeper than 32 are refused")
    func deepCompositions() {
        var text = OTIOText.clip("a", OTIOText.range(0, 10))
        for _ in 0..<40 { text = OTIOText.stack(text) }
        #expect(otioError(OTIOText.object("Timeline.1", #""tracks": \#(text)"#)).contains("nested more than 32 deep"))
    }

    @Test("entities that grow are refused where they are declared")
    func billionLaughs() {
        let entities = (1...9).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);\">" }.joined()
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE fcpxml [<!ENTITY l0 \"ha\">\(entities)]>\n<fcpxml version=\"1.9\">&l9;</fcpxml>"
        #expect(
            fcpxmlError(text)
                == "line 2: the document declares entities or elements of its own, and such documents are not read"
        )
    }

    @Test("a document type that names a file is passed over, and no entity but XML's own is known")
    func outerEntities() {
        let text = "<!DOCTYPE fcpxml SYSTEM \"file:///etc/passwd\">\n<fcpxml version=\"1.9\">&x;</fcpxml>"
        #expect(fcpxmlError(text) == "line 2: the entity '&x;' is not known; only those of XML itself are")
    }

    @Test("compositions that refer to each other end")
    func circles() throws {
        func media(_ id: String, _ inner: String) -> String {
            let words = String(repeating: "<keyword/>", count: 1000)
            return #"<media id="\#(id)"><sequence format="r1"><spine>\#(inner)</spine>\#(words)</sequence></media>"#
        }
        let circle = media("m", #"<ref-clip ref="m" duration="1s"/>"#)
        let error = #expect(throws: InterchangeError.self) {
            try FCPXMLReadingTests.document(#"<ref-clip ref="m" duration="1s"/>"#, more: circle)
        }
        #expect(error?.reason == "items are nested more than 32 deep")
        // Twelve compositions that each show the next one ten times.
        let tower = (0..<12).map { level in
            media("m\(level)", String(repeating: #"<ref-clip ref="m\#(level + 1)" duration="1s"/>"#, count: 10))
        }
        let other = #expect(throws: InterchangeError.self) {
            try FCPXMLReadingTests.document(#"<ref-clip ref="m0" duration="1s"/>"#, more: tower.joined())
        }
        #expect(other?.reason == "there is more in the document than is laid out")
    }

    @Test(
        "compositions that double and double again are refused before any of them is laid out",
        arguments: [17, 30, 2000]
    )
    func doubling(levels: Int) {
        func media(_ id: Int, _ inner: String) -> String {
            #"<media id="m\#(id)"><sequence format="r1"><spine>\#(inner)</spine></sequence></media>"#
        }
        let tower = (0..<levels).map { level in
            media(level, String(repeating: #"<ref-clip ref="m\#(level + 1)"/>"#, count: 2))
        }
        let top = media(levels, #"<asset-clip ref="b" duration="1s"/>"#)
        let error = #expect(throws: InterchangeError.self) {
            try FCPXMLReadingTests.document(#"<ref-clip ref="m0" duration="1s"/>"#, more: tower.joined() + top)
        }
        #expect(error?.reason == "there is more in the document than is laid out")
        // It is the project's own, which is the first to be laid out.
        #expect(error?.place == "line 12, <sequence>")
    }

    @Test("a composition may be shown many times")
    func repeats() throws {
        let clip = #"<asset-clip ref="b" duration="1s"/>"#
        let media = #"<media id="m"><sequence format="r1"><spine>\#(clip)</spine></sequence></media>"#
        let spine = String(repeating: #"<ref-clip ref="m"/>"#, count: 500)
        #expect(try FCPXMLReadingTests.document(spine, more: media).tracks[0].clips.count == 500)
    }

    @Test(
        "broken JSON says where, and what should be there",
        arguments: [
            ("", "line 1, column 1: the document ends where a value should begin"),
            ("{\n \"a\" 1}", "line 2, column 6: ':' follows the name of a member"),
            ("{\"a\": 1,}", "line 1, column 9: a member begins with its name in quotation marks"),
            ("[1 2]", "line 1, column 4: ',' or ']' follows an element"),
            ("[01]", "line 1, column 2: this is no value of JSON"),
            ("[1.]", "line 1, column 2: this is no value of JSON"),
            ("[+1]", "line 1, column 2: this is no value of JSON"),
            ("tru", "line 1, column 1: this is no value of JSON"),
            ("\"a", "line 1, column 3: the document ends within a string"),
            ("\"\\ud800\"", "line 1, column 8: half of a character stands alone"),
            ("\"\\x\"", "line 1, column 4: there is no such escape in JSON"),
            ("{} {}", "line 1, column 4: nothing may follow the document's value"),
            ("{\"a\":1,\"a\":2}", "line 1, column 13: the name 'a' is there twice in one object"),
            ("[]", "an object of OTIO should be here"),
            ("{}", "an object says what it is in OTIO_SCHEMA, and this one does not"),
            ("{\"OTIO_SCHEMA\":\"Rocket.1\"}", "a document begins with a Timeline, and this one with 'Rocket'"),
        ]
    )
    func brokenJSON(text: String, message: String) { #expect(otioError(text) == message) }

    @Test(
        "a wrong value says where it stands",
        arguments: [
            (#""name": 5"#, "tracks.children[0].children[0].name: a string should be here"),
            (#""enabled": 1"#, "tracks.children[0].children[0].enabled: true or false should be here"),
            (#""effects": {}"#, "tracks.children[0].children[0].effects: an array should be here"),
            (#""metadata": []"#, "tracks.children[0].children[0].metadata: an object should be here"),
            (#""source_range": 7"#, "tracks.children[0].children[0].source_range: an object of OTIO should be here"),
            (
                #""source_range": \#(OTIOText.range(0, -5))"#,
                "tracks.children[0].children[0].source_range: a duration is not negative"
            ),
            (
                #""source_range": \#(OTIOText.range(0, 5, 0))"#,
                "tracks.children[0].children[0].source_range.start_time: the rate of a time is a positive number"
            ),
            (
                #""source_range": \#(OTIOText.range(0, 1e18))"#,
                "tracks.children[0].children[0].source_range.duration: a time of more than 1000000000 seconds is not read"
            ),
        ]
    )
    func wrongValues(member: String, message: String) {
        let range = member.contains("source_range") ? #""name": "a""# : #""source_range": \#(OTIOText.range(0, 5))"#
        let clip = OTIOText.object("Clip.2", member, range)
        #expect(otioError(OTIOText.timeline(OTIOText.track("Video", clip))) == message)
    }

    @Test(
        "broken XML says where",
        arguments: [
            ("", "line 1: there is no element in the document"),
            ("x", "line 1: there is text outside of the document's element"),
            ("<a>\n<b></a>", "line 2: </a> closes <b> of line 2"),
            ("<a", "line 1: the value of an attribute stands in quotation marks"),
            ("<a/><b/>", "line 1: a second element follows the document's"),
            ("<a b=\"1\" b=\"2\"/>", "line 1: the attribute 'b' is there twice"),
            ("<a>", "line 1: the document ends within <a>"), ("</a>", "line 1: </a> closes nothing"),
            (
                "<?xml version=\"1.0\" encoding=\"latin1\"?><a/>",
                "line 1: the document is in an encoding other than UTF-8, which is not read"
            ),
            ("<a/>", "line 1, <a>: a document of Final Cut Pro begins with <fcpxml>"),
        ]
    )
    func brokenXML(text: String, message: String) {
        if text == "<a" {
            #expect(fcpxmlError(text).hasPrefix("line 1: "))
        } else {
            #expect(fcpxmlError(text) == message)
        }
    }

    @Test(
        "a wrong time of FCPXML says at which line and which attribute",
        arguments: ["1", "x", "1/0s", "s", "1e999s", "99999999999s", "1/2/3s"]
    )
    func wrongTimes(time: String) {
        let error = #expect(throws: InterchangeError.self) {
            try FCPXMLReadingTests.document(#"<asset-clip ref="b" duration="\#(time)"/>"#)
        }
        #expect(error?.place == "line 12, <asset-clip> duration")
    }

    @Test("mutations and cuts of documents are read or refused")
    func mutations() throws {
        var random = SeededGenerator(seed: 20_240)
        let rich = try RichDocument.common()
        var originals = [
            Array(try OTIODocument.write(rich).text.utf8), Array(try FCPXMLDocument.write(rich).text.utf8),
        ]
        for name in try DocumentFolder.names(in: DocumentFolder.own).prefix(10) {
            let document = try OTIODocument.read(try DocumentFolder.bytes(name + ".otio"))
            originals += [
                try DocumentFolder.bytes(name + ".otio"), Array(try FCPXMLDocument.write(document).text.utf8),
            ]
        }
        var read = 0
        let count = LongRun.isOn ? 2_000 : 500
        for index in 0..<count {
            let bytes = Self.mutated(originals[index % originals.count], &random)
            // What is still read can also be written, in every format.
            guard let document = try? index % 2 == 0 ? OTIODocument.read(bytes) : FCPXMLDocument.read(bytes) else {
                continue
            }
            read += 1
            guard (try? document.validate()) != nil else { continue }
            _ = try OTIODocument.write(document)
            _ = try FCPXMLDocument.write(document)
            _ = try? CMXDocument.write(document)
        }
        #expect(read > count / 20, "seed 20240")
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int(random.number(1...4)) {
            let place = Int(random.number(0...Int64(result.count - 1)))
            switch random.number(0...5) {
            case 0: result[place] = UInt8(random.number(0...255))
            case 1: result.remove(at: place)
            case 2: result.insert(UInt8(random.number(0x20...0x7E)), at: place)
            case 3:
                // A digit for another one.
                if let digit = result[place...].firstIndex(where: { $0 >= 0x30 && $0 <= 0x39 }) {
                    result[digit] = UInt8(random.number(0x30...0x39))
                }
            case 4:
                let end = min(result.count, place + Int(random.number(1...60)))
                result.insert(contentsOf: result[place..<end], at: place)
            default: if random.chance(20) { result = Array(result[..<max(place, 1)]) }
            }
        }
        return result
    }
}
