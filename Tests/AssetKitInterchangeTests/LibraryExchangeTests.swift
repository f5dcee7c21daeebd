import AssetKitInterchange
import CMTimeLib
import Foundation
import TestSupport
import Testing

/// One half of `scripts/check-interchange.sh`, which has the library make documents before and read ours behind.
@Suite("Exchange with OpenTimelineIO", .enabled(if: LongRun.isOn && LongRun.folder != nil))
struct LibraryExchangeTests {
    private func folder(_ name: String) throws -> URL {
        let folder = try #require(LongRun.folder).appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("its documents say to us what they say to it, and are written back for it to read")
    func theirs() throws {
        let (theirs, back) = (try folder("theirs"), try folder("back"))
        for name in try DocumentFolder.names(in: theirs) {
            let document = try OTIODocument.read(try DocumentFolder.bytes(name + ".otio", in: theirs))
            let differences = try DocumentFolder.facts(name, in: theirs).differences(from: document)
            #expect(differences.isEmpty, "\(name): \(differences)")
            try write(document, name, to: back)
        }
    }

    @Test("ours are written for it to read")
    func ours() throws {
        let ours = try folder("ours")
        let count = ProcessInfo.processInfo.environment["ASSETKIT_INTERCHANGE_COUNT"].flatMap { UInt64($0) } ?? 200
        for seed in 0..<count {
            let document = try RandomDocument.make(seed: 1_000_000 + seed)
            let otio = try OTIODocument.write(document).text
            #expect(difference(try OTIODocument.read(otio), document) == nil, "OTIO, seed \(seed)")
            let fcpxml = try FCPXMLDocument.write(document).text
            let read = try FCPXMLDocument.read(Array(fcpxml.utf8))
            #expect(difference(read.withoutWarnings, document) == nil, "FCPXML, seed \(seed)")
            try write(document, "\(seed)", to: ours)
        }
    }

    private func write(_ document: EditDocument, _ name: String, to folder: URL) throws {
        func put(_ text: String, _ ending: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: "\(name).\(ending)"))
        }
        try put(try OTIODocument.write(document).text, "otio")
        try put(try FCPXMLDocument.write(document).text, "fcpxml")
        if document.frameRate != FrameRate("12.5") { try put(try CMXDocument.write(document).text, "edl") }
        let facts = try JSONEncoder().encode(LibraryFacts(document))
        try facts.write(to: folder.appending(path: "\(name).json"))
    }
}

extension LibraryFacts {
    /// What we say about a document.
    fileprivate init(_ document: EditDocument) {
        name = document.name
        start = document.startTimecode?.time?.seconds
        duration = document.duration.seconds
        tracks = document.tracks.map { track in
            let items = track.items.indices.map { Item(track, $0) }
            return Track(
                name: track.name,
                kind: track.kind.rawValue,
                duration: track.duration.seconds,
                isCut: false,
                enabled: track.isEnabled,
                items: items
            )
        }
    }
}

extension LibraryFacts.Item {
    fileprivate init(_ track: EditTrack, _ index: Int) {
        func pair(_ range: CMTimeRange) -> [Double] { [range.start.seconds, range.duration.seconds] }
        let item = track.items[index]
        self.init(type: "Nothing", name: "")
        range = (item.targetRange ?? track.transitionRange(at: index)).map(pair)
        switch item {
        case .clip(let clip):
            (type, name) = ("Clip", clip.name)
            source = [(clip.media.start + clip.sourceRange.start).seconds, clip.targetRange.duration.seconds]
            if let shown = track.visibleRange(at: index) {
                visible = [(shown.start - clip.targetRange.start).seconds, shown.duration.seconds]
            }
            url = clip.media.url
            mediaStart = clip.media.start.seconds
            enabled = clip.isEnabled
            if let first = clip.speed.first, let last = clip.speed.last {
                speed = (last.source - first.source).seconds / clip.targetRange.duration.seconds
            }
        case .gap: type = "Gap"
        case .transition: type = "Transition"
        case .unknown: break
        }
    }
}
