import AssetKit

/// Makes the pictures of one input and writes them.
struct ThumbnailRunner: Sendable {
    let input: ThumbnailInput
    let source: any PictureSource
    let options: ThumbnailOptions
    /// One for each picture, or for each sheet; for sprites the WebVTT file comes first. Empty for standard output.
    let targets: [OutputTarget]
    /// Is told how many of the pictures are done, and where the last one is.
    let progress: @Sendable (Int, CMTime) -> Void

    func run(_ console: Console) async throws -> ThumbnailReport {
        if let good = input.firstGoodTime, input.slots.contains(where: { $0.time < good }) {
            let what = "\(quoted(input.file)) begins with pictures that need others before, which are missing"
            console.report("assettool: \(what); the first that can be shown is at \(Self.text(of: good))")
        }
        do {
            switch options.layout {
            case .pictures: return .pictures(try await pictures(console))
            case .sheets(let grid): return try await sheets(grid, console)
            case .sprites(let grid): return try await sprites(grid)
            }
        } catch let error as WorkError {
            throw FileFailure(input.file, sentence: error.message)
        }
    }

    /// Whether the result goes to standard output.
    var isStreamed: Bool {
        if case .standardOutput = options.destination { return true }
        return false
    }

    // MARK: Pictures

    private func pictures(_ console: Console) async throws -> [PictureOutcome] {
        let staged = StagedOutput()
        var outcomes: [PictureOutcome] = []
        var losesAlpha = false
        try await eachPicture { index, slot, result in
            switch result {
            case .success(let picture):
                losesAlpha = losesAlpha || picture.image.hasAlpha && !options.format.hasAlpha
                let data = try data(of: picture.image)
                if isStreamed { try console.writeData(data) } else { try staged.write(data, to: targets[index]) }
                outcomes.append(
                    .made(
                        requested: slot.time,
                        actual: picture.time,
                        path: isStreamed ? "-" : targets[index].name,
                        width: picture.image.width,
                        height: picture.image.height
                    )
                )
            case .failure(let error): outcomes.append(.failed(requested: slot.time, sentence: sentence(slot, error)))
            }
        }
        try Task.checkCancellation()
        try staged.commit()
        if losesAlpha, options.background == nil {
            let reason = "its alpha is not kept, because \(options.format.rawValue) has none: it is laid over black"
            console.report("assettool: \(printable("'\(input.file)': \(reason)"))")
        }
        return outcomes
    }

    /// The picture as a file.
    func data(of image: CGImage) throws(WorkError) -> Data {
        try options.format.data(of: image, quality: options.quality, background: options.background)
    }

    /// Makes the pictures one after the other, and tells how far it is.
    func eachPicture(
        _ body: (Int, PictureSlot, Result<Picture, any Error>) async throws -> Void
    ) async throws {
        switch input.content {
        case .cover(let cover):
            let image = options.size.map { cover.image.fitted(into: $0) } ?? cover.image
            try await body(0, input.slots[0], .success(Picture(image: image, time: cover.time)))
            progress(1, .zero)
        case .video(let end):
            let (slots, request) = try await request(until: end)
            try await source.make(request) { index, result in
                try await body(index, slots[index], result)
                progress(index + 1, slots[index].time)
            }
        }
    }

    /// What to ask of the file, once it is clear which pictures they are.
    private func request(until end: CMTime) async throws -> ([PictureSlot], PictureRequest) {
        let window = try options.tolerance.window(
            spacing: input.wanted.spacing,
            staysNear: input.wanted.staysNear && input.exactCost <= 1,
            in: input.times
        )
        let wanted = try await wanted(window)
        // Where the sound goes on behind the last picture, that is the picture of all the rest.
        let times = wanted.slots.map { slot in
            let isInside = end.isNumeric && slot.time <= input.times.duration
            return slot.choice ?? (isInside ? CMTimeMinimum(slot.time, end) : slot.time)
        }
        var request = PictureRequest.exact(
            times,
            maximumSize: options.size?.maximum ?? .zero,
            scale: options.size?.scale
        )
        if !wanted.areChosen { (request.before, request.after) = (window.before, window.after) }
        return (wanted.slots, request)
    }

    /// The pictures that are wanted, after a look at the file where that has to decide.
    private func wanted(_ window: (before: CMTime, after: CMTime)) async throws -> PictureSlots {
        guard !input.wanted.areChosen else { return input.wanted }
        let chooser = PictureChooser(source: source, file: input.times)
        switch options.selection {
        case .representative: return try await chooser.representative()
        case .one: return try await chooser.movedPastBlack(input.wanted, window)
        default: return input.wanted
        }
    }

    func sentence(_ slot: PictureSlot, _ error: any Error) -> String {
        printable("no picture of '\(input.file)' at \(Self.text(of: slot.time)): \(FileFailure.reason(error))")
    }

    private static func text(of time: CMTime) -> String { OutputPattern.timeText(time).replacing("-", with: ":") }
}
