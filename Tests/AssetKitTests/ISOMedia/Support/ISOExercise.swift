@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia

/// Uses everything that a movie offers, as far as hostile files let it be large.
enum ISOExercise {
    /// Reads and uses a file; answers whether a movie came of it. Anything but ``ISOMediaError`` is thrown on.
    static func readsMovie(_ window: ByteWindow) throws -> Bool {
        do {
            use(try ISOFileReader.read(window), window)
            use(try ISOFileReader.read(window, .headers), window)
            return true
        } catch let error as ISOMediaError {
            precondition(!error.description.isEmpty)
            return false
        }
    }

    private static func use(_ movie: ISOMovie, _ window: ByteWindow) {
        _ = movie.duration
        for track in movie.tracks {
            let timeline = movie.timeline(of: track)
            _ = movie.duration(of: track)
            precondition(
                zip(timeline, timeline.dropFirst()).allSatisfy { $0.mapping.target.end == $1.mapping.target.start }
            )
            for sample in track.samples.samples().prefix(500) {
                precondition(track.samples[sample.index] == sample)
                _ = track.samples.dependency(of: sample.index)
                _ = track.samples.group("roll", of: sample.index)
                _ = track.description(of: sample.index)
                _ = track.samples.randomAccessSample(atOrBefore: sample.index)
            }
            let count = track.samples.count
            for index in [count - 1, count / 2, count, Int.max, -1] {
                let sample = track.samples[index]
                precondition((sample != nil) == (0..<count).contains(index))
                _ = sample.flatMap { track.samples.index(decodedAt: $0.decodeTime) }
            }
            for description in track.descriptions { use(description) }
            for entry in track.metadata { _ = try? entry.value.bytes(from: window) }
        }
        for entry in movie.metadata { _ = try? entry.value.bytes(from: window) }
        let reader = ISOChapterTrackReader(movie: movie, window: window)
        for track in reader.titleTracks { _ = try? reader.chapters(of: track) }
    }

    private static func use(_ description: ISOSampleDescription?) {
        _ = description?.bitRate
        _ = description?.configuration("avcC")
    }
}
