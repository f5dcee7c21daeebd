import CMTimeLib
import Foundation
import Glibc
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// A codec, the pictures it gets, and how near the result has to be.
struct EncoderCase: Sendable, CustomTestStringConvertible {
    var codec: PictureEncoding.Codec
    var input: String
    var type: OSType
    /// Decibel. The numbers are a few below what each encoder reaches at its usual quality.
    var ratio: Double

    var testDescription: String { "\(codec) \(input)" }

    var encoding: PictureEncoding {
        var encoding = PictureEncoding(codec, width: TestPictures.width, height: TestPictures.height)
        encoding.pixelFormat = type
        encoding.timescale = 90000
        encoding.threadCount = 2
        if [.h264, .hevc].contains(codec) { encoding.encoderPreset = "veryfast" }
        if codec == .av1 { encoding.encoderPreset = "10" }
        if [.vp9, .vp8].contains(codec) { encoding.encoderPreset = "5" }
        return encoding
    }

    static let all = [
        EncoderCase(codec: .h264, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 36),
        EncoderCase(
            codec: .h264,
            input: "yuv422p10le",
            type: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
            ratio: 36
        ),
        EncoderCase(codec: .hevc, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 36),
        EncoderCase(
            codec: .hevc,
            input: "yuv420p10le",
            type: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
            ratio: 36
        ),
        EncoderCase(codec: .av1, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 34),
        EncoderCase(
            codec: .av1,
            input: "yuv420p10le",
            type: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
            ratio: 34
        ),
        EncoderCase(codec: .vp9, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 34),
        EncoderCase(codec: .vp9, input: "yuv444p", type: kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, ratio: 34),
        EncoderCase(codec: .vp8, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 32),
        EncoderCase(
            codec: .proRes422Proxy,
            input: "yuv422p10le",
            type: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
            ratio: 36
        ),
        EncoderCase(
            codec: .proRes422HQ,
            input: "yuv422p10le",
            type: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
            ratio: 44
        ),
        EncoderCase(
            codec: .proRes4444,
            input: "yuv444p10le",
            type: kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange,
            ratio: 44
        ),
        EncoderCase(codec: .jpeg, input: "yuvj420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, ratio: 34),
        EncoderCase(codec: .mpeg4, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 32),
        EncoderCase(codec: .mpeg2, input: "yuv420p", type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, ratio: 32),
        EncoderCase(
            codec: .ffv1,
            input: "yuv422p10le",
            type: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
            ratio: .infinity
        ),
    ]
}

// One after the other: encoders bring threads of their own, and dozens of them at once only wait for each other.
@Suite("Pictures are encoded", .serialized)
struct PictureEncoderTests {
    @Test("with exactly the times and durations that they have, and near to what they were", arguments: EncoderCase.all)
    func roundTrip(_ test: EncoderCase) throws {
        let encoded = try EncodedPictures.encode(test.encoding, test.input)
        let places = EncodedPictures.places(36)
        let shown = encoded.samples.sorted { $0.presentationTime < $1.presentationTime }
        #expect(shown.map(\.presentationTime.value) == places.map(\.start))
        #expect(shown.map(\.duration.value) == places.map(\.duration))
        #expect(encoded.samples.allSatisfy { $0.presentationTime.timescale == 90000 })
        let decodes = encoded.samples.map(\.decodeTime.value)
        #expect(zip(decodes, decodes.dropFirst()).allSatisfy { $0 < $1 })
        #expect(encoded.samples.allSatisfy { $0.decodeTime <= $0.presentationTime })
        #expect(encoded.samples.first?.isSync == true)
        if test.codec.traits.isIntra { #expect(encoded.samples.allSatisfy { $0.isSync }) }
        var ticks: [Int64?] = []
        var indices: [Int] = []
        var worst = Double.infinity
        try encoded.decode { frame, time in
            let (index, ratio) = try TestPictures.judge(frame, against: test.input)
            ticks.append(time)
            indices.append(index)
            worst = min(worst, ratio)
        }
        #expect(indices == Array(0..<36))
        #expect(ticks == places.map(\.start))
        #expect(worst >= test.ratio)
    }

    @Test("to the same bytes each time", arguments: EncoderCase.all)
    func sameBytes(_ test: EncoderCase) throws {
        let first = try EncodedPictures.encode(test.encoding, count: 12, test.input).bytes
        let second = try EncodedPictures.encode(test.encoding, count: 12, test.input).bytes
        #expect(first == second)
        #expect(!first.isEmpty)
    }

    @Test("to the same bytes with fewer cores", arguments: [PictureEncoding.Codec.h264, .hevc, .av1, .vp9])
    func fewerCores(_ codec: PictureEncoding.Codec) async throws {
        let test = try #require(EncoderCase.all.first { $0.codec == codec })
        let first = try EncodedPictures.encode(test.encoding, count: 6, test.input).bytes
        let second: Data = try await withCheckedThrowingContinuation { continuation in
            // Threads that an encoder makes on this one have its single core too.
            Thread {
                #expect(Self.keepToOneCore())
                continuation.resume(
                    with: Result { try EncodedPictures.encode(test.encoding, count: 6, test.input).bytes }
                )
            }.start()
        }
        #expect(first == second)
    }

    @Test("without taking the machine from everybody else", arguments: EncoderCase.all)
    func scheduling(_ test: EncoderCase) async throws {
        let policy: CInt = try await withCheckedThrowingContinuation { continuation in
            Thread {
                continuation.resume(
                    with: Result {
                        _ = try EncodedPictures.encode(test.encoding, count: 2, test.input)
                        return sched_getscheduler(0)
                    }
                )
            }.start()
        }
        // An encoder that runs as root may make real-time threads, and such a thread would pass that on to others.
        #expect(policy == SCHED_OTHER)
    }

    /// Leaves the calling thread, and those that it makes, only the first core.
    private static func keepToOneCore() -> Bool {
        typealias Function = @convention(c) (CInt, Int, UnsafePointer<UInt64>) -> CInt
        guard let address = dlsym(dlopen(nil, RTLD_NOW), "sched_setaffinity") else { return false }
        return unsafeBitCast(address, to: Function.self)(0, 8, [1]) == 0
    }

    @Test("one alone, or none at all", arguments: PictureEncoding.Codec.allCases)
    func few(_ codec: PictureEncoding.Codec) throws {
        let test = try #require(
            EncoderCase.all.first { $0.codec == codec } ?? EncoderCase.all.first { $0.codec == .proRes422HQ }
        )
        var encoding = test.encoding
        encoding.codec = codec
        if codec == .proRes4444XQ { encoding.pixelFormat = kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange }
        let one = try EncodedPictures.encode(encoding, count: 1, codec == .proRes4444XQ ? "yuv444p10le" : test.input)
        #expect(one.samples.map(\.presentationTime.value) == [12345])
        #expect(one.samples.map(\.duration.value) == [7777])
        #expect(try EncodedPictures.encode(encoding, count: 0, test.input).samples.isEmpty)
    }

    @Test(
        "with key frames where they were asked for",
        arguments: [PictureEncoding.Codec.h264, .hevc, .av1, .vp9, .vp8, .mpeg4, .mpeg2]
    )
    func forcedKeys(_ codec: PictureEncoding.Codec) throws {
        let test = try #require(EncoderCase.all.first { $0.codec == codec })
        var encoding = test.encoding
        encoding.keyFrameInterval.pictures = 300
        let encoded = try EncodedPictures.encode(encoding, test.input, keys: [7, 22])
        let starts = EncodedPictures.places(36).map(\.start)
        let keys = Set(encoded.samples.filter(\.isSync).map(\.presentationTime.value))
        #expect(keys.isSuperset(of: [starts[0], starts[7], starts[22]]))
        // What follows a key frame in the file is shown after it.
        var floor = Int64.min
        for sample in encoded.samples {
            if sample.isSync { floor = sample.presentationTime.value }
            #expect(sample.presentationTime.value >= floor)
        }
    }

    @Test("with key frames after so many seconds")
    func keysByTime() throws {
        var encoding = EncoderCase.all[0].encoding
        encoding.keyFrameInterval.duration = CMTime(value: 1, timescale: 4)
        let encoded = try EncodedPictures.encode(encoding)
        let keys = encoded.samples.filter(\.isSync).map(\.presentationTime.value).sorted()
        var expected: [Int64] = []
        for start in EncodedPictures.places(36).map(\.start) where expected.last.map({ start - $0 >= 22500 }) ?? true {
            expected.append(start)
        }
        #expect(Set(keys).isSuperset(of: expected) && expected.count > 4)
    }

    @Test(
        "in the order in which they are shown where reordering is off",
        arguments: [PictureEncoding.Codec.h264, .hevc, .mpeg4]
    )
    func withoutReordering(_ codec: PictureEncoding.Codec) throws {
        var encoding = try #require(EncoderCase.all.first { $0.codec == codec }).encoding
        encoding.allowsReordering = false
        let encoded = try EncodedPictures.encode(encoding)
        #expect(encoded.samples.allSatisfy { $0.presentationTime == $0.decodeTime })
        encoding.allowsReordering = true
        let reordered = try EncodedPictures.encode(encoding)
        #expect(!reordered.samples.allSatisfy { $0.presentationTime == $0.decodeTime })
    }

    @Test("of an odd size within whole blocks, and a clean aperture says which part they are")
    func oddSizes() throws {
        for codec in [PictureEncoding.Codec.h264, .hevc, .av1] {
            var encoding = try #require(EncoderCase.all.first { $0.codec == codec }).encoding
            (encoding.width, encoding.height) = (271, 143)
            let encoded = try EncodedPictures.encode(encoding, count: 4)
            #expect(encoded.format.dimensions == CMVideoDimensions(width: 272, height: 144))
            #expect(
                encoded.format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 0, y: 0, width: 271, height: 143)
            )
            var count = 0
            try encoded.decode { frame, _ in
                let size = [frame.width, frame.height]
                #expect(size == [272, 144])
                count += 1
            }
            #expect(count == 4)
        }
    }

    @Test("without loss where that is asked for", arguments: [PictureEncoding.Codec.h264, .hevc, .vp9, .av1, .ffv1])
    func lossless(_ codec: PictureEncoding.Codec) throws {
        let test = try #require(EncoderCase.all.first { $0.codec == codec })
        var encoding = test.encoding
        encoding.rate = .lossless
        try EncodedPictures.encode(encoding, count: 5, test.input).decode { frame, _ in
            let ratio = try TestPictures.judge(frame, against: test.input).ratio
            #expect(ratio == .infinity)
        }
    }

    @Test("from layouts that only have the same numbers in another order")
    func moved() throws {
        var encoding = EncoderCase.all[0].encoding
        encoding.rate = .lossless
        let encoder = try PictureEncoder(encoding)
        var encoded = EncodedPictures(format: try encoder.format, encoding: encoding)
        for (index, place) in EncodedPictures.places(6).enumerated() {
            let planar = try TestPictures.frame(index)
            let pool = try #require(try Self.interleaved(planar))
            try encoder.encode(
                pool,
                at: CMTime(value: place.start, timescale: 90000),
                duration: .invalid
            ) { encoded.samples.append($0) }
        }
        try encoder.finish { encoded.samples.append($0) }
        var indices: [Int] = []
        try encoded.decode { frame, _ in
            let (index, ratio) = try TestPictures.judge(frame, against: "yuv420p")
            indices.append(index)
            #expect(ratio == .infinity)
        }
        #expect(indices == Array(0..<6))
        // A duration that says nothing is the distance to the picture before.
        #expect(encoded.samples.sorted { $0.presentationTime < $1.presentationTime }.last?.duration.value == 4504)
    }

    /// The picture with its two colours in turns.
    private static func interleaved(_ planar: borrowing Frame) throws -> CVPixelBuffer? {
        let frame = try Frame(width: planar.width, height: planar.height, formatNamed: "nv12")
        for row in 0..<planar.height {
            planar.withRow(row, ofPlane: 0) { from in
                frame.withRow(row, ofPlane: 0) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: from[..<272])) }
            }
        }
        for row in 0..<(planar.height / 2) {
            for plane in 1...2 {
                planar.withRow(row, ofPlane: plane) { from in
                    frame.withRow(row, ofPlane: 1) { to in
                        for column in 0..<136 { to[column * 2 + plane - 1] = from[column] }
                    }
                }
            }
        }
        return try frame.takePixelBuffer()
    }

    @Test("only when their times ascend and their size is right")
    func wrongPictures() throws {
        let encoder = try PictureEncoder(EncoderCase.all[0].encoding)
        let picture = try TestPictures.frame(0)
        try encoder.encode(picture, at: .zero, duration: .invalid) { _ in }
        for (width, time) in [(272, CMTime.zero), (272, .invalid), (256, CMTime(value: 1, timescale: 1))] {
            #expect(throws: MediaProblem.self) {
                let other = try TestPictures.frame(0, width: width)
                try encoder.encode(other, at: time, duration: .invalid) { _ in }
            }
        }
    }

    @Test("without a word on the terminal")
    func silence() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            for test in EncoderCase.all {
                _ = try EncodedPictures.encode(test.encoding, count: 3, test.input)
                // One that is let go in the middle says nothing either.
                let encoder = try PictureEncoder(test.encoding)
                let picture = try TestPictures.frame(0, test.input)
                try encoder.encode(picture, at: .zero, duration: .invalid) { _ in }
            }
        }
        #expect(result?.standardErrorContent == [])
        #expect(result?.standardOutputContent == [])
    }
}
