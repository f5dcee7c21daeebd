internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A join does not give the pictures that it should.
struct SpliceMismatch: Error {
    /// The sample that a copied run began with; nil where encoded pictures are wrong.
    var place: Int?

    /// Whatever samples hold that cannot be joined is such a mismatch, also where it is found late.
    static func at<Result>(_ place: Int?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where error is SpliceObstacle || error is BitstreamError {
            throw SpliceMismatch(place: place)
        }
    }
}

/// Decodes what follows a join, in the source and as it goes into the new file, and compares.
struct SpliceCheck {
    private let joint: SpliceFormat
    private let source: TrackSource
    private let index: SampleIndex
    private let session: ReadingSession

    init(_ joint: SpliceFormat, of source: TrackSource, _ copy: LoadedSource, _ session: ReadingSession) {
        (self.joint, self.source, self.session) = (joint, source, session)
        index = copy.tracks[0].index
    }

    /// Throws where the pictures of a run's first GOP are not those of the source. `before` is a sample that the
    /// decoder has had when it comes to the run; nil where the run is the beginning.
    func check(_ run: SpliceRun, behind before: [UInt8]?, _ isWanted: () throws -> Void) throws {
        guard var splicer = joint.splicer else { return }
        let samples = try PlacedSamples(source, index, session)
        let (codec, size) = (source.facts.traits, source.facts.codedSize)
        let original = try PictureDigests(codec, header: joint.sourceHeader, size: size)
        let changed = try PictureDigests(codec, header: joint.header, size: size)
        if let before { try before.withUnsafeBytes { try changed.add($0, .max) } }
        splicer.beginRun()
        let copied = Set(run.samples.joined().prefix { !endsGroup($0, of: run) })
        for place in run.first...(copied.max() ?? run.first) {
            try isWanted()
            let ticks = index.table.presentationTicks(of: place)
            try samples.withBytes(of: place) { bytes in
                // The source's pictures may need what is not copied.
                try original.add(bytes, ticks)
                guard copied.contains(place) else { return }
                let isFirst = place == run.first
                let fresh = try SpliceMismatch.at(run.first) { try splicer.copied(bytes, isFirst: isFirst) }
                guard let fresh else { return try changed.add(bytes, ticks) }
                try fresh.withUnsafeBytes { try changed.add($0, ticks) }
            }
        }
        let (wanted, found) = (try original.finish(), try changed.finish())
        let times = copied.map { index.table.presentationTicks(of: $0) }
        guard times.allSatisfy({ found[$0] != nil && found[$0] == wanted[$0] }) else {
            throw SpliceMismatch(place: run.first)
        }
    }

    private func endsGroup(_ place: Int, of run: SpliceRun) -> Bool {
        let sample = index[place]
        return place != run.first && (sample.isSync || sample.isPartialSync)
    }
}

/// Decodes the first encoded samples of an edge before and after they were changed, and compares. Not Sendable.
final class EdgeCheck {
    private static let sampleCount = 3

    private let before: PictureDigests
    private let after: PictureDigests
    private var count = 0
    private var isOver = false

    init(_ joint: SpliceFormat, of facts: TrackFacts) throws {
        before = try PictureDigests(facts.traits, header: joint.encoderHeader, size: facts.codedSize)
        after = try PictureDigests(facts.traits, header: joint.header, size: facts.codedSize)
    }

    func check(_ own: [UInt8], _ changed: [UInt8]) throws {
        guard !isOver else { return }
        try own.withUnsafeBytes { try before.add($0, Int64(count)) }
        try changed.withUnsafeBytes { try after.add($0, Int64(count)) }
        count += 1
        if count == Self.sampleCount { try finish() }
    }

    /// No sample follows.
    func finish() throws {
        guard count > 0, !isOver else { return }
        isOver = true
        let (wanted, found) = (try before.finish(), try after.finish())
        guard !wanted.isEmpty, wanted == found else { throw SpliceMismatch(place: nil) }
    }
}

/// What pictures are decoded from samples, as numbers that differ where pictures do. Not Sendable: one stage owns it.
final class PictureDigests {
    private let decoder: SampleDecoder
    private let packet = Packet()
    private let frame = Frame()
    private var digests: [Int64: UInt64] = [:]

    init(_ codec: CodecTraits, header: [UInt8], size: (width: Int, height: Int)) throws {
        var options = SampleDecoder.Options()
        options.givesDamagedPictures = true
        decoder = try SampleDecoder(codec, header: header, size: size, options: options)
    }

    /// Decodes a sample, whose picture is known by `ticks`. One that cannot be decoded has none.
    func add(_ bytes: UnsafeRawBufferPointer, _ ticks: Int64) throws {
        let label = PacketLabel(presentationTicks: ticks, decodeTicks: ticks)
        try packet.fill(byteCount: bytes.count, label) { $0.copyMemory(from: bytes) }
        while true {
            let flow = try tolerating { try decoder.send(packet) }
            try drain()
            guard flow == .again else { return }
        }
    }

    /// Takes out what the decoder holds back.
    func finish() throws -> [Int64: UInt64] {
        _ = try tolerating {
            try decoder.sendEnd()
            return .done
        }
        try drain()
        return digests
    }

    private func drain() throws {
        // Each error is that of one sample; one that never ends is the decoder's.
        var errorsLeft = 64
        while errorsLeft > 0 {
            let flow = try tolerating { try decoder.receive(into: frame) }
            switch flow {
            case .done: if let ticks = frame.packetPresentationTicks { digests[ticks] = frame.digest }
            case nil: errorsLeft -= 1
            case .again, .end: return
            }
        }
    }

    /// nil where a sample made no sense.
    private func tolerating(_ body: () throws -> Flow) throws -> Flow? {
        do {
            return try body()
        } catch let error as FFmpegError where error.cause != .noMemory && error.cause != .cancelled {
            return nil
        }
    }
}

extension TrackFacts {
    var codedSize: (width: Int, height: Int) { (video?.codedWidth ?? 0, video?.codedHeight ?? 0) }
}
