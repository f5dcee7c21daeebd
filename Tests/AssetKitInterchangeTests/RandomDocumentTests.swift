import AssetKitInterchange
import Testing

@Suite("Random documents")
struct RandomDocumentTests {
    @Test("forty documents come back equal from both formats, and every one becomes an edit list")
    func roundTrips() throws {
        for seed in 0..<40 as Range<UInt64> {
            let document = try RandomDocument.make(seed: seed)
            let otio = try OTIODocument.write(document).text
            #expect(difference(try OTIODocument.read(otio), document) == nil, "OTIO, seed \(seed)")
            let fcpxml = try FCPXMLDocument.write(document).text
            let read = try FCPXMLDocument.read(Array(fcpxml.utf8))
            #expect(difference(read.withoutWarnings, document) == nil, "FCPXML, seed \(seed)")
            if document.startTimecode?.timecode != nil { _ = try CMXDocument.write(document) }
        }
    }
}
