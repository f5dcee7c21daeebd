import AssetKit

/// One run over all inputs: everything is opened, named and looked at before the first picture is made.
struct ThumbnailBatch: Sendable {
    private enum Plan: Sendable {
        case work(ThumbnailInput, [OutputTarget])
        case failed(FileFailure)
    }

    private let options: ThumbnailOptions
    private let plans: [Plan]

    init(_ options: ThumbnailOptions, _ console: Console) async throws {
        self.options = options
        var inputs: [Result<ThumbnailInput, FileFailure>] = []
        for file in options.files {
            try Task.checkCancellation()
            do {
                inputs.append(.success(try await Self.input(file, options, console)))
            } catch let failure as FileFailure {
                inputs.append(.failure(failure))
            }
        }
        let names = try Self.names(for: inputs, options)
        let identities = options.files.compactMap { FileIdentity(path: $0) }
        var plans: [Plan] = []
        for (input, names) in zip(inputs, names) {
            switch input {
            case .failure(let failure): plans.append(.failed(failure))
            case .success(let input):
                var targets: [OutputTarget] = []
                for name in names {
                    targets.append(try OutputTarget(name, overwrites: options.overwrites, inputs: identities))
                }
                plans.append(.work(input, targets))
            }
        }
        self.plans = plans
    }

    private static func input(
        _ file: String,
        _ options: ThumbnailOptions,
        _ console: Console
    ) async throws -> ThumbnailInput {
        var input = try await ThumbnailInput.open(file, options, console)
        // The name may want to know the time that a choice among the pictures will bring.
        if case .representative = options.selection, case .files(let pattern) = options.destination, pattern.hasTime,
            case .video = input.content
        {
            do {
                input.wanted = try await PictureChooser(source: AssetPictures(input.asset), file: input.times)
                    .representative()
            } catch let error as WorkError {
                throw FileFailure(file, sentence: "cannot take pictures from '\(file)': \(error.message)")
            }
        }
        return input
    }

    // MARK: Names

    /// The names of what each input gives: none for what goes to standard output or cannot be read.
    private static func names(
        for inputs: [Result<ThumbnailInput, FileFailure>],
        _ options: ThumbnailOptions
    ) throws(UsageError) -> [[String]] {
        guard case .files(let pattern) = options.destination else {
            for case .success(let input) in inputs where outputTimes(of: input, options).count > 1 {
                throw UsageError("'-o -' is for one picture", ThumbnailOptions.verb)
            }
            return inputs.map { _ in [] }
        }
        let named = zip(options.files, inputs).map { file, input in
            (name: PathText.inputName(file), times: (try? input.get()).map { outputTimes(of: $0, options) } ?? [])
        }
        let names = withSprites(OutputNames.names(pattern, for: named), inputs, options)
        try OutputNames.checkDistinct(names.flatMap(\.self), ThumbnailOptions.verb)
        return names
    }

    /// The time of each output of an input.
    private static func outputTimes(of input: ThumbnailInput, _ options: ThumbnailOptions) -> [CMTime] {
        switch options.layout {
        case .pictures: input.slots.map(\.time)
        case .sheets(let grid): stride(from: 0, to: input.slots.count, by: grid.cellCount).map { input.slots[$0].time }
        case .sprites: [.zero]
        }
    }

    /// The names, and behind that of each WebVTT file those of its sheets.
    private static func withSprites(
        _ names: [[String]],
        _ inputs: [Result<ThumbnailInput, FileFailure>],
        _ options: ThumbnailOptions
    ) -> [[String]] {
        guard case .sprites(let grid) = options.layout else { return names }
        return zip(names, inputs).map { names, input in
            guard let track = names.first, case .success(let input) = input else { return names }
            let count = ThumbnailRunner.sheetCount(input.slots.count, grid)
            return names + ThumbnailRunner.spriteNames(of: track, count: count, options.format)
        }
    }

    // MARK: Work

    /// Does the work, one input after the other.
    func reports(_ console: Console) async throws -> [ThumbnailReport] {
        let inputs = plans.compactMap { plan in
            if case .work(let input, _) = plan { return input }
            return nil
        }
        let reporter = ProgressReporter(options.progress, span: inputs.reduce(0) { $0 + $1.span }, console)
        defer { reporter.clear() }
        let total = Double(max(1, inputs.reduce(0) { $0 + $1.slots.count }))
        var done = 0
        var reports: [ThumbnailReport] = []
        for plan in plans {
            switch plan {
            case .failed(let failure): reports.append(.failed(failure))
            case .work(let input, let targets):
                let before = done
                let work = ThumbnailRunner(
                    input: input,
                    source: AssetPictures(input.asset),
                    options: options,
                    targets: targets
                ) { count, position in
                    reporter.update(fraction: Double(before + count) / total, position: position)
                }
                reports.append(try await report(of: work, console))
                done += input.slots.count
            }
        }
        return reports
    }

    private func report(of work: ThumbnailRunner, _ console: Console) async throws -> ThumbnailReport {
        do {
            return try await work.run(console)
        } catch let failure as FileFailure {
            return .failed(failure)
        }
    }
}
