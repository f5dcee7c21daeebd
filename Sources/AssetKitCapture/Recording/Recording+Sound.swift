internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitWriting
internal import CMTimeLib

// The sound of a recording: in step with its pictures, and silent where there is none. On the worker.

extension Recording {
    /// A microphone that says nothing holds nobody up.
    func padSound() -> Bool {
        for index in plan.tracks.indices where plan.tracks[index].mediaType == .audio {
            let output: Output? = state.withLock { state in
                guard state.course.horizon == .max, !state.tracks[index].isOver,
                    state.tracks[index].pending.first == nil,
                    let newest = state.tracks.filter({ !$0.isSound }).map(\.last).max()
                else { return nil }
                let lead = state.course.duration(until: newest)
                var aligner = state.tracks[index].aligner ?? SoundAligner(plan.tracks[index].soundFormat)
                let end = state.tracks[index].patience.silence(
                    behind: aligner.end,
                    pictures: lead,
                    hasBegun: state.tracks[index].aligner != nil,
                    byteCount: state.writer?.budget?.byteCount ?? 0
                )
                guard let end else { return nil }
                let outputs = aligner.pad(to: end)
                keep(aligner, of: index, in: &state)
                return .sound(outputs, aligner.format)
            }
            if let output, !append(output, to: index) { return false }
        }
        return true
    }

    func take(
        _ sound: DeviceSoundBlock,
        of entry: Entry,
        _ range: Range<Int64>,
        _ state: inout State,
        _ index: Int
    ) -> Output {
        let sample = entry.sample.sample
        var outputs: [SoundAligner.Output] = []
        for part in state.course.parts(of: range) {
            guard let place = state.course.place(of: part.lowerBound) else { continue }
            let first = sound.frame(at: part.lowerBound - range.lowerBound)
            let last = sound.frame(at: part.upperBound - range.lowerBound)
            guard first < last else { continue }
            var aligner = state.tracks[index].aligner ?? SoundAligner(sound.format)
            let channels = sound.format.channelCount
            // What was lost just before the block was not lost within it.
            let isFirst = part.lowerBound == range.lowerBound
            outputs += aligner.add(
                sound.samples[(first * channels)..<(last * channels)],
                at: place,
                lostCount: isFirst ? sample.lostCount : 0,
                isDiscontinuous: isFirst && sample.isDiscontinuous
            )
            // Silence may be in its place already.
            entry.fate?.becomes(outputs.isEmpty && !aligner.isHolding ? .late : .delivered)
            keep(aligner, of: index, in: &state, isTold: isFirst && sample.isDiscontinuous)
        }
        return outputs.isEmpty ? .nothing : .sound(outputs, sound.format)
    }

    /// Keeps what has become of an aligner. A jump that is too long to be silent is one of the device's clock, which it may have told.
    private func keep(_ aligner: SoundAligner, of index: Int, in state: inout State, isTold: Bool = false) {
        let skipped = state.tracks[index].aligner?.skipped ?? 0
        if !isTold, aligner.skipped != skipped { plan.tracks[index].connection.count { $0.glitches += 1 } }
        state.tracks[index].aligner = aligner
    }

    func append(
        _ outputs: [SoundAligner.Output],
        _ format: DeviceSoundFormat,
        to input: AVAssetWriterInput
    ) throws {
        for output in outputs {
            let time = CMTime(value: output.first, timescale: Int32(format.sampleRate))
            try append(try SampleMaker.floats(output.samples[...], format, at: time), to: input)
        }
    }
}
