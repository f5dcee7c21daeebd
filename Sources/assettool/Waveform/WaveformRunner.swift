import AssetKit

/// Measures the sound of one file and writes what is asked for.
struct WaveformRunner: Sendable {
    let options: WaveformOptions

    /// Everything that can be wrong with the names is told before anything is read.
    func run(_ console: Console) async throws -> WaveformReport {
        let inputs = [FileIdentity(path: options.file)].compactMap { $0 }
        let target =
            options.isStreamed
            ? nil : try OutputTarget(options.output, overwrites: options.overwrites, inputs: inputs)
        let waveform = try await waveform(console)
        let data = try named { try options.data(of: waveform) }
        try Task.checkCancellation()
        guard let target else {
            try console.writeData(data)
            return WaveformReport(options, waveform)
        }
        let staged = StagedOutput()
        try staged.write(data, to: target)
        try staged.commit()
        return WaveformReport(options, waveform)
    }

    private func waveform(_ console: Console) async throws -> AKWaveform {
        let file = try await WaveformInput.OpenFile(options, console)
        do {
            let input = try await WaveformInput(file, options)
            var generator = AKWaveformGenerator(asset: input.asset)
            generator.track = input.track
            generator.timeRange = input.timeRange
            generator.resolution = options.resolution
            generator.splitsChannels = options.splitsChannels
            generator.measuresPower = options.measuresPower
            return try await show(generator, input, console)
        } catch {
            throw sentence(about: error)
        }
    }

    /// Measures, and shows how far it is.
    private func show(
        _ generator: AKWaveformGenerator,
        _ input: WaveformInput,
        _ console: Console
    ) async throws -> AKWaveform {
        let covered = input.timeRange.intersection(input.track.timeRange)
        let seconds = covered.duration.isNumeric ? covered.duration.seconds : 0
        let reporter = ProgressReporter(options.progress, span: seconds, console)
        defer { reporter.clear() }
        return try await generator.waveform { fraction in
            let position = CMTime(seconds: covered.start.seconds + fraction * seconds, preferredTimescale: 1000)
            reporter.update(fraction: fraction, position: position)
        }
    }

    private func named<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw sentence(about: error)
        }
    }

    /// What went wrong, in one sentence that names the file.
    private func sentence(about error: any Error) -> any Error {
        guard !(error is CancellationError) else { return error }
        return WorkError(message: "cannot make a waveform of '\(options.file)': \(Self.reason(error))")
    }

    /// What went wrong, without what was asked.
    static func reason(_ error: any Error) -> String {
        (error as? AVError)?.failureReason ?? (error as? WorkError)?.message ?? error.localizedDescription
    }
}
