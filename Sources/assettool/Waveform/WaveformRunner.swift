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
        guard let target else {
            try write(waveform) { try console.writeData($0) }
            return WaveformReport(options, waveform)
        }
        let staged = StagedOutput()
        try staged.write(to: target) { try write(waveform, to: $0) }
        try staged.commit()
        return WaveformReport(options, waveform)
    }

    /// Hands the output to `write`, whose errors name what is written and not what it is made of.
    private func write(_ waveform: AKWaveform, to write: (Data) throws -> Void) throws {
        do {
            try options.write(waveform) { data in
                try Task.checkCancellation()
                do {
                    try write(data)
                } catch {
                    throw Undelivered(cause: error)
                }
            }
        } catch let error as Undelivered {
            throw error.cause
        } catch {
            throw sentence(about: error)
        }
    }

    /// The output could be made and not be written.
    private struct Undelivered: Error {
        let cause: any Error
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
