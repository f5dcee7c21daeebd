internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A movie in fragments: they stay, or an ordinary movie is made of them at the end.
///
/// Layout: `ftyp`, in recordings a `free` box of 16 bytes, `moov` without samples, then `moof` and `mdat` again and
/// again. A fragment is written as `free` and `mdat`, and only then made to count by its type: who is killed never
/// leaves one whose bytes are missing. Where the movie is to survive a crash of the machine too, all of it is brought
/// to the disk before. At the end the complete header comes behind all, is brought to the disk, and then the `free`
/// box becomes an `mdat` around everything in front of it: at every moment one of the two headers is the only one
/// there is.
final class ISOFragmentedFile: ISOLayoutWriting {
    private enum State {
        case open
        /// There was no room for a fragment; what is there can still be completed.
        case full
        /// An error left it unknown what is on the disk.
        case broken
    }

    /// Bytes of samples that wait at most, whatever the interval.
    private static let byteLimit = 64 << 20
    /// Room that is kept free for the header, beyond what it takes now.
    private static let reserve: Int64 = 64 << 10

    private let sink: any ByteSink
    private let assembly: ISOMovieAssembly
    private let isCrashSafe: Bool
    private var queue: ISOFragmentQueue
    private var clock: ISOFragmentClock
    private var state = State.open
    /// What ended the writing.
    private var failure: (any Error)?
    /// Where the placeholder is that becomes the `mdat` around all.
    private let placeholder: Int64
    private var headerSize: Int64 = 0
    private var hasHeader = false
    /// A fragment is in the file.
    private var hasFragments = false
    private var entries: [[ISOFragmentEntry]]

    init(_ plan: SinkPlan, into sink: any ByteSink) throws {
        self.sink = sink
        assembly = ISOMovieAssembly(plan)
        switch plan.layout {
        case .crashSafe(let interval, let first):
            clock = ISOFragmentClock(interval: interval, first: first)
            // A stream cannot become an ordinary movie at the end: its beginning has left already.
            isCrashSafe = sink.canGoBack
        case .fragmented(let interval):
            clock = ISOFragmentClock(interval: interval, first: interval)
            isCrashSafe = false
        case .plain, .indexFirst: preconditionFailure("a layout with fragments")
        }
        guard clock.interval.isNumeric, clock.interval > .zero else {
            throw ISOWritingError.time("fragments must have a length")
        }
        queue = ISOFragmentQueue(try assembly.tracks())
        entries = Array(repeating: [], count: queue.tracks.count)
        placeholder = sink.length + Int64(assembly.brands(isFragmented: true).bytes().count)
        if isCrashSafe || queue.knowsPictures { try begin() }
    }

    /// Writes the header, unless it is there. One that stays comes with the first pictures: it tells by an edit how
    /// long before zero they are decoded. Recordings, which get another one, have it at once.
    private func begin() throws {
        guard !hasHeader else { return }
        queue.settleZeros()
        var head = ISOBytes()
        head.append(assembly.brands(isFragmented: true).bytes())
        if isCrashSafe { head.box("free") { $0.zeros(8) } }
        let movie = try ISOMovieWriter(content: try assembly.fragmentedContent(queue)).bytes()
        headerSize = Int64(movie.count)
        head.append(movie)
        let start = sink.length
        do {
            if isCrashSafe { _ = try sink.reserve(Int64(head.count) + headerSize + Self.reserve) }
            sink.holdBack()
            try sink.append(head.bytes)
            if isCrashSafe { try sink.synchronize() }
        } catch {
            // Without the header no fragment can be read, and a part of it is of no use. It is the first error that counts.
            (state, failure) = (.broken, error)
            if sink.canGoBack, sink.length > start { try? sink.truncate(to: start) }
            throw error
        }
        hasHeader = true
    }

    // MARK: Samples

    func write(_ run: SinkRun, to track: Int) throws {
        throw ISOWritingError.format("runs of other files are not copied into fragments; write their samples")
    }

    func write(_ sample: SinkSample, to track: Int) throws {
        if let failure { throw failure }
        try queue.append(sample, to: track)
        if queue.knowsPictures { try begin() }
        while let cut = clock.nextCut(progress()) {
            try flush(before: cut)
            clock.passed(cut)
        }
        if queue.waitingBytes > Self.byteLimit { try flush(before: nil) }
    }

    private func progress() -> [ISOFragmentClock.Progress] {
        let isDense = queue.tracks.map { ["vide", "soun"].contains($0.handler) }
        let all = isDense.contains(true) ? isDense : isDense.map { _ in true }
        return queue.tracks.indices.filter { all[$0] }.map { track in
            let needsSync = queue.hasDependentSamples(track)
            return ISOFragmentClock.Progress(
                end: queue.ends[track],
                syncTimes: needsSync ? queue.syncTimes(of: track) : [],
                needsSync: needsSync
            )
        }
    }

    // MARK: Fragments

    private func flush(before time: CMTime?) throws {
        try begin()
        guard var fragment = try queue.take(before: time) else { return }
        let start = sink.length
        // A stream cannot be gone back in, and its reader sees a fragment only once it is there.
        if sink.canGoBack { fragment.bytes.replaceType(by: "free") }
        do {
            if isCrashSafe { _ = try sink.reserve(Int64(fragment.bytes.count) + headerEstimate) }
            try sink.append(fragment.bytes)
            try commit(start)
            if !hasFragments { try sink.show() }
        } catch {
            try takeBack(to: start, because: error)
        }
        hasFragments = true
        noteEntries(of: fragment, at: start)
        try queue.note(fragment, at: start)
    }

    /// Makes a fragment count, once all its bytes are in the file, or on the disk.
    private func commit(_ start: Int64) throws {
        guard sink.canGoBack else { return }
        do {
            if isCrashSafe { try sink.synchronize() }
            try sink.write(Array("moof".utf8), at: start + 4)
            if isCrashSafe { try sink.synchronize() }
        } catch {
            // What the disk has is not known any more, even of what it took before.
            (state, failure) = (.broken, error)
            throw error
        }
    }

    /// Removes what there is of a fragment that did not fit.
    private func takeBack(to start: Int64, because error: any Error) throws -> Never {
        guard state != .broken else { throw error }
        state = sink.canGoBack && (error as? WriteFailure)?.isNoRoom ?? false ? .full : .broken
        failure = error
        if sink.canGoBack, sink.length > start {
            do { try sink.truncate(to: start) } catch { state = .broken }
        }
        throw error
    }

    /// About how long the complete header will be.
    private var headerEstimate: Int64 {
        queue.tracks.reduce(headerSize + Self.reserve) { sum, track in
            let table = track.table
            let runs = table.durations.runCount + table.compositionOffsets.runCount + table.dependencies.runCount
            let numbers = table.sizeCount + table.syncSamples.count + table.partialSyncSamples.count * 2
            return sum + Int64(runs * 8 + numbers * 4 + table.chunkOffsets.count * 20 + table.dependencies.count)
        }
    }

    private func noteEntries(of fragment: ISOFragmentQueue.Fragment, at start: Int64) {
        guard !isCrashSafe else { return }
        for (number, part) in fragment.parts.enumerated() {
            guard let place = part.rows.firstIndex(where: \.isSync) else { continue }
            let before = part.rows[..<place].reduce(0) { $0 + $1.count }
            entries[part.track].append(
                ISOFragmentEntry(
                    time: queue.mediaTime(of: part.rows[place], part.track),
                    fragmentOffset: UInt64(start),
                    runNumber: UInt32(number + 1),
                    sampleNumber: UInt32(before + 1)
                )
            )
        }
    }

    // MARK: The end

    func finish(_ ending: SinkEnding) throws {
        if state == .broken, let failure { throw failure }
        var lost: (any Error)?
        if state == .open {
            do { try flush(before: nil) } catch { lost = error }
            // Without room for the last fragment the others still make a movie.
            if let lost, state != .full || !hasFragments { throw lost }
        }
        if isCrashSafe {
            try complete(ending)
        } else if state == .open {
            try sink.append(ISOFragmentIndexWriter.bytes(zip(queue.tracks.map(\.id), entries).map { ($0, $1) }))
        }
        if let lost { throw lost }
    }

    /// Makes an ordinary movie of the fragments.
    private func complete(_ ending: SinkEnding) throws {
        var tail = ISOBytes()
        let start = sink.length
        var chapters = try assembly.chapterTracks(ending)
        if !chapters.isEmpty {
            tail.box("mdat") { bytes in
                for index in chapters.indices {
                    chapters[index].place(at: start + Int64(bytes.count))
                    bytes.append(chapters[index].data)
                }
            }
        }
        let movie = try assembly.content(queue.tracks, ending, chapterTracks: chapters)
        let header = try ISOMovieWriter(content: movie).bytes()
        let mediaEnd = start + Int64(tail.count)
        tail.append(header)
        do {
            try sink.append(tail.bytes)
        } catch {
            // Without the index the fragments are a movie still.
            if sink.length > start { try sink.truncate(to: start) }
            throw error
        }
        try ISOMovieCompletion.enclose(placeholder..<mediaEnd, in: sink)
        try ISOMovieCompletion.check(sink, expecting: movie)
    }
}

extension [UInt8] {
    /// Gives the box at the beginning another type.
    fileprivate mutating func replaceType(by type: ISOCode) {
        for place in 0..<4 { self[4 + place] = UInt8(truncatingIfNeeded: type.rawValue >> UInt32(24 - 8 * place)) }
    }
}

extension ISOMovieAssembly {
    /// The header of a movie whose samples come in fragments: what is known before the first one.
    func fragmentedContent(_ queue: ISOFragmentQueue) throws(ISOWritingError) -> ISOMovieContent {
        let ending = SinkEnding(edits: [])
        var movie = ISOMovieContent(timescale: UInt32(movieTimescale(ending)), tracks: [], isQuickTime: isQuickTime)
        movie.isFragmented = true
        movie.metadata = try ISOMetadataEntry.entries(of: plan.metadata, in: plan.fileType)
        movie.creationTime = ISOCreationTime.seconds(in: plan.metadata)
        movie.listedChapters = listedChapters(plan.chapters)
        for (track, zero) in zip(queue.tracks, queue.mediaZeros) {
            var content = try content(of: track)
            content.roll = nil
            // Of a movie in fragments, an edit of 0 lasts to the end, which is not known yet.
            if zero < 0 { content.edits = [ISOEditList.Edit(duration: 0, mediaTime: -zero, rate: 0x10000)] }
            movie.tracks.append(content)
        }
        return movie
    }
}
