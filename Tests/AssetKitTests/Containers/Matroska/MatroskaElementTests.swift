import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Matroska, what stands outside the clusters")
struct MatroskaElementTests {
    typealias Build = EBMLBuilder

    private func open(_ parts: [[UInt8]]) throws -> MatroskaFile {
        try MatroskaFile.open(ByteWindow(bytes: Build.header() + Build.segment(parts)))
    }

    @Test("numbers of EBML are read as the specification writes them")
    func numbers() {
        #expect(EBMLNumber.unsigned([0x81])?.value == 1)
        #expect(EBMLNumber.unsigned([0x40, 0x02])?.value == 2)
        #expect(EBMLNumber.unsigned([0x40]) == nil)
        #expect(EBMLNumber.unsigned([0x00, 1]) == nil)
        #expect(EBMLNumber.size([0xff])?.size == .some(nil))
        #expect(EBMLNumber.signed([0x80])?.value == -63)
        #expect(EBMLNumber.signed([0xfe])?.value == 63)
        let eight = [UInt8(0x01)] + [UInt8](repeating: 0xfe, count: 7)
        #expect(EBMLNumber.unsigned(eight[...])?.length == 8)
        #expect(EBMLNode(id: 1, bytes: [0xff, 0xfe], base: 0).signed == -2)
        #expect(EBMLNode(id: 1, bytes: [], base: 0).signed == 0)
        #expect(EBMLNode(id: 1, bytes: [1, 2, 3], base: 0).float == nil)
        #expect(EBMLNode(id: 1, bytes: [UInt8](repeating: 1, count: 9), base: 0).unsigned == nil)
    }

    @Test("the flags of a track are what the file says, and nothing where it says nothing")
    func flags() throws {
        let track = Build.track(
            1,
            kind: 0x11,
            codec: "S_TEXT/ASS",
            [
                Build.unsigned(0xB9, 0), Build.unsigned(0x88, 0), Build.unsigned(0x55AA, 1), Build.unsigned(0x9C, 0),
                Build.unsigned(0x55AB, 1), Build.unsigned(0x55AF, 0), Build.text(0x22B59C, "ger"),
                Build.text(0x22B59D, "de-AT"), Build.text(0x536E, "Kommentar"), Build.unsigned(0x56AA, 6_500_000),
                Build.unsigned(0x56BB, 80_000_000),
            ]
        )
        let ours = try #require(try open([Build.element(0x1654_AE6B, [track])]).tracks.first)
        #expect(!ours.isEnabled && !ours.isDefault && ours.isForced && !ours.usesLacing)
        #expect(ours.isForHearingImpaired == true)
        #expect(ours.isCommentary == false)
        #expect(ours.isOriginal == nil)
        #expect(ours.isForVisualImpaired == nil)
        #expect(ours.extendedLanguage == "de-AT")
        #expect(ours.language == "ger")
        #expect(ours.name == "Kommentar")
        #expect(ours.codecDelay == 6_500_000)
        #expect(ours.seekPreRoll == 80_000_000)
        #expect(ours.kind == .subtitle)
        #expect(!ours.isProtected)
    }

    @Test("a video tells sizes, colour, mastering and how it is turned")
    func video() throws {
        let mastering = Build.element(
            0x55D0,
            [
                Build.float(0x55D1, 0.708), Build.float(0x55D2, 0.292), Build.float(0x55D9, 1_000),
                Build.float(0x55DA, 0.01),
            ]
        )
        let colour = Build.element(
            0x55B0,
            [
                Build.unsigned(0x55B1, 9), Build.unsigned(0x55BA, 16), Build.unsigned(0x55BB, 9),
                Build.unsigned(0x55B9, 1),
                Build.unsigned(0x55B7, 1), Build.unsigned(0x55B8, 2), Build.unsigned(0x55BC, 1_000), mastering,
            ]
        )
        let projection = Build.element(0x7670, [Build.unsigned(0x7671, 0), Build.float(0x7675, -90)])
        let video = Build.element(
            0xE0,
            [
                Build.unsigned(0xB0, 720), Build.unsigned(0xBA, 576), Build.unsigned(0x54B0, 16),
                Build.unsigned(0x54BA, 9),
                Build.unsigned(0x54B2, 3), Build.unsigned(0x54BB, 2), Build.unsigned(0x9A, 1), Build.unsigned(0x9D, 1),
                Build.unsigned(0x53B8, 3), Build.unsigned(0x53C0, 1), colour, projection,
            ]
        )
        let track = Build.track(1, kind: 1, codec: "V_MPEGH/ISO/HEVC", [video])
        let ours = try #require(try open([Build.element(0x1654_AE6B, [track])]).tracks.first?.video)
        #expect(ours.croppedSize == (720, 574))
        #expect(ours.displaySize == (1_020, 574))
        #expect(ours.pixelAspectRatio == (574, 405))
        #expect(ours.interlacing == .interlaced)
        #expect(ours.fieldOrder == 1)
        #expect(ours.stereoMode == 3)
        #expect(ours.hasAlpha)
        let theirs = try #require(ours.colour)
        #expect([theirs.matrix, theirs.transfer, theirs.primaries] == [9, 16, 9])
        #expect(theirs.range == .limited)
        #expect(theirs.chromaSitingHorizontal == 1)
        #expect(theirs.chromaSitingVertical == 2)
        #expect(theirs.maximumContentLight == 1_000)
        #expect(theirs.mastering?.red.x == 0.708)
        #expect(theirs.mastering?.luminanceMinimum == 0.01)
        #expect(ours.projection?.orientation == MatroskaOrientation(rotation: 90))
    }

    @Test("half turns about the other axes mirror pictures, and other angles are none of a flat screen")
    func projections() throws {
        func orientation(yaw: Double, pitch: Double, roll: Double) throws -> MatroskaOrientation? {
            let angles = [Build.float(0x7673, yaw), Build.float(0x7674, pitch), Build.float(0x7675, roll)]
            let projection = Build.element(0x7670, [Build.unsigned(0x7671, 0)] + angles)
            let video = Build.element(0xE0, [Build.unsigned(0xB0, 64), Build.unsigned(0xBA, 32), projection])
            let track = Build.track(1, kind: 1, codec: "V_MPEG4/ISO/AVC", [video])
            return try open([Build.element(0x1654_AE6B, [track])]).tracks.first?.video?.projection?.orientation
        }
        #expect(try orientation(yaw: 0, pitch: 0, roll: 90) == MatroskaOrientation(rotation: 270))
        #expect(try orientation(yaw: 0, pitch: 0, roll: 180) == MatroskaOrientation(rotation: 180))
        #expect(try orientation(yaw: -180, pitch: 0, roll: 0) == MatroskaOrientation(isMirrored: true))
        #expect(try orientation(yaw: 0, pitch: 180, roll: 0) == MatroskaOrientation(isMirrored: true, rotation: 180))
        #expect(try orientation(yaw: 180, pitch: 180, roll: -90) == MatroskaOrientation(rotation: 270))
        #expect(try orientation(yaw: 0, pitch: 0, roll: 45) == nil)
        #expect(try orientation(yaw: 30, pitch: 0, roll: 0) == nil)
        for own in MatroskaOrientation.all {
            #expect(try orientation(yaw: own.yaw, pitch: 0, roll: own.roll) == own)
            #expect(PictureTurn(own.transform).orientation == own)
        }
    }

    @Test("encryption marks a track as protected, compression does not")
    func encodings() throws {
        let encryption = Build.element(
            0x6D80,
            [
                Build.element(
                    0x6240,
                    [
                        Build.unsigned(0x5033, 1),
                        Build.element(0x5035, [Build.unsigned(0x47E1, 5), Build.element(0x47E2, [1, 2])]),
                    ]
                )
            ]
        )
        let stripping = Build.element(
            0x6D80,
            [
                Build.element(
                    0x6240,
                    [Build.element(0x5034, [Build.unsigned(0x4254, 3), Build.element(0x4255, [0x0b, 0x77])])]
                )
            ]
        )
        let tracks = try open([
            Build.element(
                0x1654_AE6B,
                [
                    Build.track(1, kind: 1, codec: "V_VP9", [encryption]),
                    Build.track(2, kind: 2, codec: "A_AC3", [stripping]),
                ]
            )
        ]).tracks
        #expect(tracks.map(\.isProtected) == [true, false])
        #expect(tracks[0].encodings.first?.keyIdentifier == [1, 2])
        #expect(tracks[1].encodings.first?.compression == .headerStripping)
        #expect(tracks[1].encodings.first?.settings == [0x0b, 0x77])
    }

    @Test("linked segments are reported")
    func links() throws {
        let info = Build.element(
            0x1549_A966,
            [
                Build.element(0x73A4, [1, 1]), Build.element(0x3CB923, [2, 2]), Build.element(0x3EB923, [3, 3]),
                Build.text(0x3E83BB, "next.mkv"), Build.signed(0x4461, -1_000_000_000), Build.text(0x7BA9, "Title"),
            ]
        )
        let ours = try open([info]).info
        #expect(ours.segmentIdentifier == [1, 1])
        #expect(ours.previous?.identifier == [2, 2])
        #expect(ours.next == .init(identifier: [3, 3], fileName: "next.mkv"))
        #expect(ours.dateSeconds == 978_307_199)
        #expect(ours.title == "Title")
    }

    @Test("chapters keep their depth, languages and flags")
    func chapters() throws {
        let display = Build.element(0x80, [Build.text(0x85, "Eins"), Build.text(0x437C, "ger")])
        let other = Build.element(0x80, [Build.text(0x85, "One")])
        let inner = Build.element(0xB6, [Build.unsigned(0x73C4, 2), Build.unsigned(0x91, 5), Build.unsigned(0x98, 1)])
        let outer = Build.element(
            0xB6,
            [
                Build.unsigned(0x73C4, 1), Build.unsigned(0x91, 1_000_000_000), Build.unsigned(0x92, 2_000_000_000),
                inner, display, other, Build.unsigned(0x4598, 0), Build.element(0x6E67, [9]),
                Build.element(0x8F, [Build.unsigned(0x89, 101)]),
            ]
        )
        let edition = Build.element(0x45B9, [Build.unsigned(0x45DB, 1), Build.unsigned(0x45DD, 1), outer])
        let hidden = Build.element(0x45B9, [Build.unsigned(0x45BD, 1)])
        let file = try open([Build.element(0x1043_A770, [hidden, edition])])
        #expect(file.editions.count == 2)
        let ours = try #require(file.preferredEdition)
        #expect(ours.isOrdered)
        #expect(ours.chapters.map(\.level) == [0, 1])
        #expect(ours.chapters[0].start == CMTime(value: 1, timescale: 1))
        #expect(ours.chapters[0].end == CMTime(value: 2, timescale: 1))
        #expect(ours.chapters[0].titles == [.init(text: "Eins", language: "ger"), .init(text: "One", language: "eng")])
        #expect(!ours.chapters[0].isEnabled)
        #expect(ours.chapters[0].linkedSegment == [9])
        #expect(ours.chapters[0].trackNumbers == [101])
        #expect(ours.chapters[1].isHidden)
    }

    @Test("tags keep their targets, and inner ones their path")
    func tags() throws {
        let inner = Build.element(0x67C8, [Build.text(0x45A3, "URL"), Build.text(0x4487, "http")])
        let artist = Build.element(
            0x67C8,
            [Build.text(0x45A3, "ARTIST"), Build.text(0x4487, "Anna"), Build.text(0x447A, "ger"), inner]
        )
        let global = Build.element(0x7373, [Build.element(0x63C0, [Build.unsigned(0x68CA, 50)]), artist])
        let forTrack = Build.element(
            0x7373,
            [Build.element(0x63C0, [Build.unsigned(0x63C5, 101)]), Build.element(0x67C8, [Build.text(0x45A3, "BPS")])]
        )
        let file = try open([Build.element(0x1254_C367, [global, forTrack])])
        #expect(file.entries.map(\.key) == ["ARTIST", "ARTIST/URL"])
        #expect(file.entries[0].language == "ger")
        #expect(file.entries[0].commonKey == "artist")
        #expect(file.entries(ofTrack: 101).map(\.key) == ["BPS"])
        #expect(file.entries(ofTrack: 7).isEmpty)
    }

    @Test("attachments tell where their bytes lie, and parts behind clusters are found by the seek table")
    func attachmentsBySeekTable() throws {
        let attached = Build.element(
            0x1941_A469,
            [
                Build.element(
                    0x61A7,
                    [
                        Build.text(0x466E, "cover.jpg"), Build.text(0x4660, "image/jpeg"), Build.unsigned(0x46AE, 7),
                        Build.element(0x465C, [1, 2, 3, 4]),
                    ]
                )
            ]
        )
        let cluster = Build.element(0x1F43_B675, [Build.unsigned(0xE7, 0)])
        func seekHead(_ position: UInt64) -> [UInt8] {
            Build.element(
                0x114D_9B74,
                [
                    Build.element(
                        0x4DBB,
                        [Build.element(0x53AB, [0x19, 0x41, 0xA4, 0x69]), Build.unsigned(0x53AC, position)]
                    )
                ]
            )
        }
        let position = UInt64(seekHead(0).count + cluster.count)
        let bytes = Build.header() + Build.segment([seekHead(position), cluster, attached])
        let window = try ByteWindow(bytes: bytes)
        let file = try MatroskaFile.open(window)
        let ours = try #require(file.attachments.first)
        #expect(ours.isCover)
        #expect(ours.uniqueNumber == 7)
        #expect(try window.bytes(of: #require(ours.extent)) == [1, 2, 3, 4])
        #expect(file.firstClusterOffset != nil)
    }

    @Test("cues find the place to start at")
    func cues() throws {
        func point(_ ticks: UInt64, _ position: UInt64) -> [UInt8] {
            Build.element(
                0xBB,
                [
                    Build.unsigned(0xB3, ticks),
                    Build.element(0xB7, [Build.unsigned(0xF7, 1), Build.unsigned(0xF1, position)]),
                ]
            )
        }
        let file = try open([Build.element(0x1C53_BB6B, [point(0, 10), point(2_000, 30), point(1_000, 20)])])
        let cues = try #require(file.cues)
        #expect(cues.points.map(\.ticks) == [0, 1_000, 2_000])
        #expect(cues.point(atOrBefore: 1_999)?.clusterOffset == file.segmentOffset + 20)
        #expect(cues.point(atOrBefore: 2_000, track: 1)?.ticks == 2_000)
        #expect(cues.point(atOrBefore: 5, track: 9) == nil)
    }

    private static let codes: [(name: String, code: String)] = [
        ("V_MPEG4/ISO/AVC", "avc1"), ("V_MPEGH/ISO/HEVC", "hvc1"), ("V_VP8", "vp08"), ("V_VP9", "vp09"),
        ("V_AV1", "av01"), ("A_AAC", "mp4a"), ("A_AAC/MPEG4/LC/SBR", "mp4a"), ("A_OPUS", "Opus"), ("A_FLAC", "fLaC"),
        ("A_MPEG/L3", ".mp3"), ("A_AC3", "ac-3"), ("A_EAC3", "ec-3"), ("A_PCM/INT/LIT", "lpcm"),
        ("S_TEXT/WEBVTT", "wvtt"), ("A_VORBIS", "vorb"), ("A_DTS/EXPRESS", "dtsc"),
    ]

    @Test("names of formats have the codes that the rest of the kit uses", arguments: codes)
    func codecs(name: String, code: String) {
        #expect(MatroskaCodec.fourCharCode(named: name) == code.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }

    @Test("formats that hide their code in a record are found there")
    func hiddenCodecs() {
        var track = MatroskaTrack()
        track.codecID = "V_MS/VFW/FOURCC"
        #expect(track.fourCharCode == nil)
        track.codecPrivate = [UInt8](repeating: 0, count: 16) + Array("XVID".utf8) + [UInt8](repeating: 0, count: 20)
        #expect(track.fourCharCode == 0x5856_4944)
        track.codecID = "A_MS/ACM"
        track.codecPrivate = [0x55, 0]
        #expect(track.fourCharCode == ".mp3".fourCharCode)
        track.codecID = "X_UNHEARD"
        #expect(track.fourCharCode == nil)
    }

    @Test("what is no Matroska file is refused with a reason")
    func refusals() throws {
        #expect(throws: MatroskaError.notMatroska) { try MatroskaFile.open(ByteWindow(bytes: [])) }
        #expect(throws: MatroskaError.notMatroska) { try MatroskaFile.open(ByteWindow(bytes: Build.header("other"))) }
        #expect(throws: MatroskaError.noSegment) { try MatroskaFile.open(ByteWindow(bytes: Build.header())) }
        let newer = Build.element(0x1A45_DFA3, [Build.text(0x4282, "webm"), Build.unsigned(0x42F7, 2)])
        #expect(throws: MatroskaError.unsupportedVersion(2)) { try MatroskaFile.open(ByteWindow(bytes: newer)) }
        let huge = Build.id(0x1A45_DFA3) + Build.size(1 << 40)
        #expect(throws: MatroskaError.tooLarge("the EBML header", 1 << 40)) {
            try MatroskaFile.open(ByteWindow(bytes: huge))
        }
    }

    @Test("chapters and tags that lie in each other without end stop at the limit")
    func depth() throws {
        var chapter: [UInt8] = []
        var tag: [UInt8] = []
        for _ in 0..<2_000 {
            chapter = Build.element(0xB6, [chapter])
            tag = Build.element(0x67C8, [tag])
        }
        let file = try open([
            Build.element(0x1043_A770, [Build.element(0x45B9, [chapter])]),
            Build.element(0x1254_C367, [Build.element(0x7373, [tag])]),
        ])
        #expect(file.editions.first?.chapters.count == MatroskaLimits().depth)
        #expect(file.entries.count == MatroskaLimits().depth)
    }

    @Test("a seek table that points at itself, or many of them, ends")
    func loops() throws {
        let entry = Build.element(
            0x4DBB,
            [Build.element(0x53AB, [0x11, 0x4D, 0x9B, 0x74]), Build.unsigned(0x53AC, 0)]
        )
        let table = Build.element(0x114D_9B74, [[UInt8]](repeating: entry, count: 5_000))
        let file = try open([table, table, table])
        #expect(file.seekEntries.count <= MatroskaLimits().seekEntryCount)
        #expect(file.tracks.isEmpty)
    }
}
