internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Reads stored samples of a track one by one, by their places. Not Sendable: one stage owns it.
final class PlacedSamples {
    private let reader: any SampleReading
    private let index: SampleIndex
    private let form: StoredForm
    private let packet = Packet()
    /// Room for samples in another form.
    private var room: [UInt8] = []
    /// The place of the sample that a demuxer gives next.
    private var next: Int?

    init(_ source: TrackSource, _ index: SampleIndex, _ session: ReadingSession) throws {
        self.index = index
        reader = try session.reader(of: source, decoding: false, false).samples
        form = StoredForm(source.facts, reader.parameters.codecPrivate)
    }

    /// Lends the bytes of a sample, as files with headers have them.
    func withBytes<Result>(of place: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try load(place)
        return try packet.withBytes { try form.withStored($0, &room, body) }
    }

    private func load(_ place: Int) throws {
        if let listed = reader.listed {
            if listed.position != place { listed.go(to: place) }
            guard try listed.read(into: packet) else { throw changed }
            return
        }
        let ticks = index.table.presentationTicks(of: place)
        // A little ahead, reading on is shorter than seeking.
        let isNear = next.map { place >= $0 && place - $0 < 64 } ?? false
        if !isNear { try reader.seek(to: ticks) }
        next = nil
        let limit = isNear ? 256 : 100_000
        for _ in 0..<limit {
            guard try reader.read(into: packet) else { throw changed }
            guard (packet.presentationTicks ?? packet.decodeTicks) == ticks else { continue }
            next = place + 1
            return
        }
        throw changed
    }

    private var changed: MediaProblem {
        MediaProblem(code: .mediaChanged, reason: "it has changed since it was loaded")
    }
}
