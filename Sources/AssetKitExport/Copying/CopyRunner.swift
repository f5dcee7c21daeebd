internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Makes a new file of stored samples. It blocks, so it is not for Swift's pool.
enum CopyRunner {
    /// Makes the file and answers how many bytes it has. `texts` and `sounds` are for those who ask afterwards what became text,
    /// and how much sound was encoded. `progress` hears how much of the new file's time is written.
    static func run(
        _ plan: CopyPlan,
        to path: String,
        appears appearance: OutputFile.Appearance = .whenPublished,
        replaces: Bool,
        limit: Int64 = 0,
        texts: SubtitleConverters? = nil,
        sounds: [EncodedSoundRunner]? = nil,
        flag: CancellationFlag,
        open: FileWriter.Opener,
        progress: (CMTime) -> Void = { _ in }
    ) throws -> Int64 {
        var plan = plan
        if limit > 0 { try check(plan.storedByteCount, limit) }
        try plan.loadMetadata()
        let identities = try plan.sources.map { try SourceIdentity($0.input, target: path) }
        let file = FileRunner(sink: plan.sink, path: path, appearance: appearance, replaces: replaces, flag: flag)
        return try file.run(open: open) { writer in
            let texts = texts ?? SubtitleConverters(plan.texts, plan.sink.tracks)
            let sounds = try sounds ?? plan.encodedSounds.map { try EncodedSoundRunner($0, flag) }
            try writer.lend { sink in
                try copy(plan, identities, flag, progress) { CopyOutput($0, sink: sink, texts: texts, sounds: sounds) }
                try texts.finish(sink)
                for sound in sounds { try sound.finish(sink) }
            }
            return SinkEnding(edits: plan.edits, metadata: nil, chapters: nil)
        } check: { byteCount in
            for (source, identity) in zip(plan.sources, identities) where source.clipFile?.isOpen ?? true {
                try Named.by(source.name) { try identity.check() }
            }
            if limit > 0 { try check(byteCount, limit) }
        }
    }

    /// `output` makes what hands the samples of a clip to the file.
    private static func copy(
        _ plan: CopyPlan,
        _ identities: [SourceIdentity],
        _ flag: CancellationFlag,
        _ progress: (CMTime) -> Void,
        output: @escaping (CopiedClip) -> CopyOutput
    ) throws {
        guard !plan.hasRows else { return try RowCopy(plan, flag, open: output).run(progress) }
        for (number, clip) in plan.clips.enumerated() {
            try Named.by(plan.sources[clip.source].name) { try output(plan.clip(clip)).copy(flag, progress) }
            try plan.closeFile(ofClip: number, identities)
        }
    }

    /// Makes the file under a name, as such files appear. `progress` hears how much is done, from 0 to 1.
    static func make(
        _ plan: CopyPlan,
        at path: String,
        replaces: Bool,
        limit: Int64 = 0,
        texts: SubtitleConverters? = nil,
        sounds: [EncodedSoundRunner]? = nil,
        flag: CancellationFlag,
        _ progress: (Double) -> Void
    ) throws -> Int64 {
        let seconds = plan.duration.isNumeric ? max(plan.duration.seconds, 0.001) : .infinity
        return try run(
            plan,
            to: path,
            appears: MediaSinks.appearance(of: plan.sink, at: path),
            replaces: replaces,
            limit: limit,
            texts: texts,
            sounds: sounds,
            flag: flag,
            open: { try MediaSinks.sink(for: $0, into: $1) },
            progress: { progress(min(max($0.seconds / seconds, 0), 1)) }
        )
    }

    /// Throws where so many bytes are beyond a limit.
    static func check(_ byteCount: Int64, _ limit: Int64) throws {
        guard byteCount > limit else { return }
        throw ExcessOfBytes(limit: limit, byteCount: byteCount)
    }
}

/// A file of copied samples would have more bytes than it may.
struct ExcessOfBytes: ExplainedError {
    let limit: Int64
    let byteCount: Int64

    var explanation: (code: AVError.Code, reason: String) {
        (.exportFailed, "\(limit) bytes cannot hold it; the samples as they are take \(byteCount)")
    }
}

extension CopyPlan {
    /// The disk is to hold the clips that were made for the new file once, and not twice: what has been copied goes.
    fileprivate func closeFile(ofClip number: Int, _ identities: [SourceIdentity]) throws {
        let source = clips[number].source
        guard let file = sources[source].clipFile, !clips[(number + 1)...].contains(where: { $0.source == source })
        else { return }
        try Named.by(sources[source].name) { try identities[source].check() }
        file.close()
    }

    /// Reads what headers only point to, such as large covers.
    fileprivate mutating func loadMetadata() throws {
        guard let first = clips.first else { return }
        let input = sources[first.source].input
        sink.metadata = try sink.metadata.map { try $0.loaded(from: input) }
        for track in sink.tracks.indices {
            sink.tracks[track].metadata = try sink.tracks[track].metadata.map { try $0.loaded(from: input) }
        }
    }
}

extension MetadataEntry {
    fileprivate func loaded(from input: MediaInput) throws -> MetadataEntry {
        guard case .stored(let range) = value else { return self }
        var entry = self
        entry.value = .data(try input.bytes(range))
        return entry
    }
}

/// What a local source was when copying began.
struct SourceIdentity {
    private let path: String?
    private let state: FileState?

    init(_ input: MediaInput) {
        if case .file(let path) = input.place { self.path = path } else { path = nil }
        state = path.flatMap { FileState(path: $0) }
    }

    /// Throws where the source is what is to be written. An export of an asset has looked at that before it read anything. A join
    /// has not, and the name may have come to mean another file since.
    init(_ input: MediaInput, target: String) throws {
        self.init(input)
        if let state, FileState(path: target)?.file == state.file {
            let reason = "it would be written over while it is read; give another name"
            throw AVError.copying(input.name, because: MediaProblem(code: .operationNotAllowed, reason: reason))
        }
    }

    /// Throws where the source is another than it was. `mustExist`: also where it was not there to begin with.
    func check(mustExist: Bool = false) throws {
        if mustExist, path != nil, state == nil { throw FileSource.Failure(number: ENOENT) }
        guard let path, FileState(path: path) != state else { return }
        throw MediaProblem.hasChanged
    }
}
