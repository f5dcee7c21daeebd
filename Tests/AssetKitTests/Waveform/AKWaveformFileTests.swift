import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitReading
@testable import AssetKitBase

@Suite("Waveform files")
struct AKWaveformFileTests {
    /// Two channels, three points, values that round on both sides.
    private static let waveform = AKWaveform.test(
        [-32768, 32767, -257, 257, -256, 256, -255, 255, -1, 1, 0, 0],
        channelCount: 2
    )

    @Test("a 16-bit binary file, byte for byte")
    func binary16() throws {
        let expected: [UInt8] = [
            2, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xbb, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0,
            0x00, 0x80, 0xff, 0x7f, 0xff, 0xfe, 0x01, 0x01, 0x00, 0xff, 0x00, 0x01, 0x01, 0xff, 0xff, 0x00,
            0xff, 0xff, 0x01, 0x00, 0, 0, 0, 0,
        ]
        #expect(try Array(Self.waveform.fileData(.binary)) == expected)
    }

    @Test("an 8-bit binary file has values divided by 256 and rounded towards zero")
    func binary8() throws {
        let data = try Self.waveform.fileData(.binary, bitDepth: .bits8)
        #expect(Array(data.prefix(8)) == [2, 0, 0, 0, 1, 0, 0, 0])
        #expect(Array(data.dropFirst(24)) == [0x80, 0x7f, 0xff, 1, 0xff, 1, 0, 0, 0, 0, 0, 0])
    }

    @Test("JSON has audiowaveform's keys in its order")
    func json() throws {
        let start = #"{"version":2,"channels":2,"sample_rate":48000,"samples_per_pixel":256,"bits":"#
        #expect(
            try Self.text(Self.waveform, .bits16)
                == start + #"16,"length":3,"data":[-32768,32767,-257,257,-256,256,-255,255,-1,1,0,0]}"# + "\n"
        )
        #expect(
            try Self.text(Self.waveform, .bits8)
                == start + #"8,"length":3,"data":[-128,127,-1,1,-1,1,0,0,0,0,0,0]}"# + "\n"
        )
    }

    @Test("RMS has a key of its own in JSON, and no place in a binary file")
    func power() throws {
        let waveform = AKWaveform.test([-2, 2, -512, 512], power: [1, 32768])
        #expect(try Self.text(waveform, .bits16).hasSuffix(#""data":[-2,2,-512,512],"rms":[1,32768]}"# + "\n"))
        #expect(try Self.text(waveform, .bits8).hasSuffix(#""data":[0,0,-2,2],"rms":[0,128]}"# + "\n"))
        let error = try #require(throws: AVError.self) { try waveform.fileData(.binary) }
        #expect(error.localizedDescription.contains("no place for RMS"))
    }

    @Test("what is written is read, in many pieces or one", arguments: [0, 1, 3, 8191, 8192, 8193, 40000])
    func roundTrip(pointCount: Int) throws {
        var random = SeededGenerator(seed: UInt64(pointCount))
        let peaks = (0..<pointCount * 2).map { _ in Int16.random(in: .min ... .max, using: &random) }
        let waveform = AKWaveform.test(peaks)
        #expect(try AKWaveform(fileData: waveform.fileData(.binary)) == waveform)
        #expect(try AKWaveform(fileData: waveform.fileData(.json)) == waveform)
        let coarse = AKWaveform.test(peaks.map { $0 / 256 * 256 })
        #expect(try AKWaveform(fileData: waveform.fileData(.binary, bitDepth: .bits8)) == coarse)
        #expect(try AKWaveform(fileData: waveform.fileData(.json, bitDepth: .bits8)) == coarse)
        let loud = AKWaveform.test(peaks, power: peaks.prefix(pointCount).map { UInt16($0.magnitude) })
        #expect(try AKWaveform(fileData: loud.fileData(.json)) == loud)
    }

    @Test("older files have one channel and do not say so")
    func versionOne() throws {
        let binary: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 0, 0x40, 0x1f, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0xff, 1]
        let json = #"{"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[-1,1]}"#
        for data in [Data(binary), Data(json.utf8)] {
            let waveform = try AKWaveform(fileData: data)
            #expect(waveform.channelCount == 1)
            #expect(waveform.sampleRate == 8000)
            #expect(waveform.samplesPerPoint == 2)
            #expect((waveform.minimum(at: 0), waveform.maximum(at: 0)) == (-256, 256))
        }
    }

    @Test("a binary file cut off or drawn out anywhere is refused")
    func cutOff() throws {
        let data = try Self.waveform.fileData(.binary)
        for count in 0..<data.count {
            #expect(throws: AVError.self) { try AKWaveform(fileData: data.prefix(count)) }
        }
        #expect(throws: AVError.self) { try AKWaveform(fileData: data + [0]) }
    }

    @Test(
        "a JSON document that contradicts itself is refused",
        arguments: [
            "", "{", "[]", "{}", #"{"version":2}"#,
            #"{"version":3,"channels":1,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[0,0]}"#,
            #"{"version":2,"channels":1,"sample_rate":0,"samples_per_pixel":2,"bits":8,"length":1,"data":[0,0]}"#,
            #"{"version":2,"channels":0,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[]}"#,
            #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":0,"bits":8,"length":1,"data":[0,0]}"#,
            #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":2,"bits":24,"length":1,"data":[0,0]}"#,
            #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":2,"data":[0,0]}"#,
            #"{"version":2,"channels":2,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[0,0]}"#,
            #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[0,128]}"#,
            #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[0,1.5]}"#,
            #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":2,"bits":8,"length":1,"data":[0,0],"rms":[]}"#,
            #"{"sample_rate":8000,"samples_per_pixel":9223372036854775807,"bits":8,"length":2,"data":[0,0,0,0]}"#,
        ]
    )
    func contradictions(text: String) {
        #expect(throws: AVError.self) { try AKWaveform(fileData: Data(text.utf8)) }
    }

    @Test("no change to a header makes the reader trap")
    func mutants() throws {
        let data = try Self.waveform.fileData(.binary)
        for offset in 0..<24 {
            for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
                var changed = data
                changed[offset] = value
                if let read = try? AKWaveform(fileData: changed) { #expect(read.pointCount * read.channelCount <= 24) }
            }
        }
    }

    private static func text(_ waveform: AKWaveform, _ bitDepth: AKWaveform.BitDepth) throws -> String {
        String(decoding: try waveform.fileData(.json, bitDepth: bitDepth), as: UTF8.self)
    }
}
