import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

/// What we read from the headers of real MP4 and MOV files is what `ffprobe`, which decodes them, says.
@Suite("Bitstream, MP4 files of others", .enabled(if: BitstreamCorpus.isPresent))
struct BitstreamCorpusTests {
    private typealias Stream = BitstreamCorpus.Stream

    @Test("H.264 in avcC")
    func h264() throws {
        let ledger = try Self.compareAll(box: "avcC", codec: "h264") { record, stream, ledger in
            let configuration = try AVCConfiguration(record: record)
            let unit = try #require(configuration.sequenceParameterSets.first)
            let set = try H264SequenceParameterSet(unit: unit[...])
            ledger.compare("record's profile", configuration.profile, set.profile)
            for unit in configuration.pictureParameterSets {
                ledger.compare("picture set", try H264PictureParameterSet(unit: unit[...]).sequenceID, set.id)
            }
            ledger.compare(set, stream)
        }
        // The container says square pixels too, and ffprobe believes it first.
        let folder = "files/androidx-media/mp4/"
        #expect(ledger.disagreed == [folder + "sample_sef_slow_motion.mp4 pixel aspect: 27:64, ffprobe says 1:1"])
        #expect(ledger.files >= 75)
        #expect(ledger.agreed >= 800)
    }

    @Test("HEVC in hvcC")
    func hevc() throws {
        let ledger = try Self.compareAll(box: "hvcC", codec: "hevc") { record, stream, ledger in
            let configuration = try HEVCConfiguration(record: record)
            let unit = try #require(configuration.sequenceParameterSets.first)
            let set = try HEVCSequenceParameterSet(unit: unit[...])
            for unit in configuration.pictureParameterSets {
                ledger.compare("picture set", try HEVCPictureParameterSet(unit: unit[...]).sequenceID, set.id)
            }
            for unit in configuration.videoParameterSets {
                ledger.compare("video set", try HEVCVideoParameterSet(unit: unit[...]).id, set.videoID)
            }
            ledger.compare(set, stream)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 10)
        #expect(ledger.agreed >= 110)
    }

    @Test("AV1 in av1C")
    func av1() throws {
        let ledger = try Self.compareAll(box: "av1C", codec: "av1") { record, stream, ledger in
            let configuration = try AV1Configuration(record: record)
            ledger.compare("record's level", configuration.level, stream.level)
            guard let header = try configuration.sequenceHeader() else { return }
            ledger.compare("record's depth", configuration.bitDepth, header.color.bitDepth)
            ledger.compare("record's chroma", configuration.chromaFormat, header.color.chromaFormat)
            ledger.compare(header, stream)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 14)
        #expect(ledger.agreed >= 80)
    }

    @Test("VP9 in vpcC")
    func vp9() throws {
        let ledger = try Self.compareAll(box: "vpcC", codec: "vp9") { record, stream, ledger in
            let configuration = try VPConfiguration(record: record)
            ledger.compare("profile", "Profile \(configuration.profile)", stream.profile)
            ledger.compare(configuration.color, stream)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 1)
        #expect(ledger.agreed >= 1)
    }

    @Test("MPEG-4 video in esds")
    func mpeg4() throws {
        let ledger = try Self.compareAll(box: "esds", codec: "mpeg4") { record, stream, ledger in
            let descriptor = try ElementaryStreamDescriptor(record: record)
            let header = try MPEG4VideoHeader(stream: try #require(descriptor.decoderConfiguration)[...])
            ledger.compare("profile", header.profileName.map { $0 + " Profile" }, stream.profile)
            ledger.compare("level", header.level, stream.level)
            ledger.compare("width", header.layer.size.width, stream.width)
            ledger.compare("height", header.layer.size.height, stream.height)
            let aspect = header.layer.pixelAspectRatio?.description
            ledger.compare("pixel aspect", aspect, stream.sample_aspect_ratio)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 4)
        #expect(ledger.agreed >= 18)
    }

    @Test("AAC in esds")
    func aac() throws {
        let ledger = try Self.compareAll(box: "esds", codec: "aac") { record, stream, ledger in
            let descriptor = try ElementaryStreamDescriptor(record: record)
            let configuration = try AudioSpecificConfig(try #require(descriptor.decoderConfiguration)[...])
            ledger.compare("profile", configuration.profileName, stream.profile)
            ledger.compare("rate", String(configuration.outputSampleRate), stream.sample_rate)
            ledger.compare("channels", configuration.channelCount, stream.channels)
        }
        #expect(ledger.disagreed == [])
        #expect(ledger.files >= 63)
        #expect(ledger.agreed >= 180)
    }

    @Test("AC-3, E-AC-3 and Opus in dac3, dec3 and dOps")
    func otherAudio() throws {
        let ac3 = try Self.compareAll(box: "dac3", codec: "ac3") { record, stream, ledger in
            let configuration = try AC3Configuration(record: record)
            ledger.compare("rate", String(configuration.sampleRate), stream.sample_rate)
            ledger.compare("channels", configuration.channels.channelCount, stream.channels)
            ledger.compare("bit rate", String(configuration.bitRate), stream.bit_rate)
        }
        let enhanced = try Self.compareAll(box: "dec3", codec: "eac3") { record, stream, ledger in
            let configuration = try EnhancedAC3Configuration(record: record)
            let substream = try #require(configuration.substreams.first)
            ledger.compare("rate", String(substream.sampleRate), stream.sample_rate)
            ledger.compare("channels", substream.channelCount, stream.channels)
            ledger.compare("bit rate", String(configuration.bitRate), stream.bit_rate)
        }
        let opus = try Self.compareAll(box: "dOps", codec: "opus") { record, stream, ledger in
            ledger.compare("channels", try OpusHeader(record: record).channelCount, stream.channels)
        }
        #expect(ac3.disagreed == [])
        #expect(opus.disagreed == [])
        // 54 samples of 4000 bytes in 1.728 seconds are 1 megabit, as the box says; ffprobe is wrong by six.
        let folder = "files/androidx-media/mp4/"
        #expect(enhanced.disagreed == [folder + "sample_eac3.mp4 bit rate: 1000000, ffprobe says 6000000"])
        #expect([ac3.files, enhanced.files, opus.files].reduce(0, +) >= 11)
        #expect([ac3.agreed, enhanced.agreed, opus.agreed].reduce(0, +) >= 21)
    }

    /// Compares every track of this codec whose sample entry has this box, in files that are not broken on purpose.
    private static func compareAll(
        box: String,
        codec: String,
        _ compare: (_ record: ArraySlice<UInt8>, _ stream: Stream, _ ledger: inout FactLedger) throws -> Void
    ) throws -> FactLedger {
        var ledger = FactLedger()
        for file in try BitstreamCorpus.entries() where file.class != "malformed" && file.class != "encrypted" {
            guard file.streams.contains(where: { $0.codec_name == codec }) else { continue }
            let bytes = try BitstreamCorpus.bytes(of: file)
            for (track, stream) in zip(BoxWalker.tracks(of: bytes[...]), file.streams) {
                guard stream.codec_name == codec, let record = track.sampleEntry?.box(box) else { continue }
                ledger.begin(file.file)
                do {
                    try compare(record, stream, &ledger)
                } catch {
                    ledger.fail(error)
                }
            }
        }
        return ledger
    }
}
