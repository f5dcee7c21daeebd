import AssetKitInterchange
import CMTimeLib
import Foundation
import Testing

@Suite("Documents of OpenTimelineIO")
struct LibraryDocumentTests {
    @Test("there are sixty, and every schema is in one")
    func schemas() throws {
        let names = try DocumentFolder.names(in: DocumentFolder.own)
        #expect(names.count == 60)
        let all = try names.map { String(decoding: try DocumentFolder.bytes($0 + ".otio"), as: UTF8.self) }.joined()
        let schemas = [
            "Timeline.1", "Stack.1", "Track.1", "Clip.1", "Clip.2", "Gap.1", "Transition.1", "ExternalReference.1",
            "MissingReference.1", "GeneratorReference.1", "ImageSequenceReference.1", "LinearTimeWarp.1",
            "FreezeFrame.1", "TimeEffect.1", "Effect.1", "Marker.1", "Marker.2", "SerializableCollection.1",
            "RationalTime.1", "TimeRange.1", "Box2d.1", "V2d.1", "Color.1", "Hologram.4",
        ]
        for schema in schemas { #expect(all.contains("\"OTIO_SCHEMA\":\"\(schema)\""), "\(schema)") }
    }

    @Test("durations, places, sources and visible ranges are what the library says")
    func facts() throws {
        for name in try DocumentFolder.names(in: DocumentFolder.own) {
            let document = try OTIODocument.read(try DocumentFolder.bytes(name + ".otio"))
            let differences = try DocumentFolder.facts(name).differences(from: document)
            #expect(differences.isEmpty, "\(name): \(differences)")
        }
    }

    @Test("what was read is written, and read equal again")
    func roundTrip() throws {
        for name in try DocumentFolder.names(in: DocumentFolder.own) {
            var document = try OTIODocument.read(try DocumentFolder.bytes(name + ".otio"))
            let written = try OTIODocument.write(document).text
            let again = try OTIODocument.read(written)
            // Places in warnings are others where compositions were laid out flat.
            document.warnings = again.warnings
            #expect(difference(again, document) == nil, "\(name)")
            #expect(try OTIODocument.write(again).text == written, "\(name)")
        }
    }

    @Test("every document becomes one of Final Cut and an edit list, as far as those go")
    func otherFormats() throws {
        for name in try DocumentFolder.names(in: DocumentFolder.own) {
            let document = try OTIODocument.read(try DocumentFolder.bytes(name + ".otio"))
            let written = try FCPXMLDocument.write(document).text
            let again = try FCPXMLDocument.read(Array(written.utf8))
            // What is in no file becomes a gap, and gaps at the ends of connected tracks are none.
            let files = document.tracks.flatMap(\.clips).filter(\.media.isFile)
            #expect(again.duration >= files.map(\.targetRange.end).max() ?? .zero, "\(name)")
            #expect(again.tracks.flatMap(\.clips).count == files.count, "\(name)")
            if document.frameRate != FrameRate("12.5") { _ = try CMXDocument.write(document) }
        }
    }
}
