internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitWriting
internal import CMTimeLib
internal import Foundation

// How a recording ends: when it is due, its limits, and what goes wrong. On the worker.

extension Recording {
    func report() {
        let (course, last, writer) = state.withLock { state in
            (state.course, state.tracks.map(\.last).max() ?? 0, state.writer)
        }
        let budget = writer?.budget
        figures.withLock { figures in
            figures.duration = Self.time(course.duration(until: last))
            if let budget { figures.byteCount = budget.byteCount }
        }
        // There is no room for what comes now. What is late and belongs before that is still taken.
        if budget?.fullTime != nil { stop(at: last) }
        if let writer { limitToSpace(of: writer) }
    }

    /// Why a recording has ended that was to end for a reason, or for none. Where something of it did not fit into its file, that came
    /// before whatever else has ended it, and the file ends there.
    private func cause(_ reason: AVError?, _ writer: AVAssetWriter?) -> AVError? {
        guard writer?.budget?.fullTime != nil else { return reason }
        return state.withLock { $0.isShortOfSpace }
            ? AVError(.diskFull, "the disk is as full as it may become")
            : AVError(.maximumFileSizeReached, "the recording is as large as it may be")
    }

    func endIfDue() {
        let isDue = state.withLock { state in
            guard !state.isOver, let end = state.course.end else { return false }
            // A device that delivers nothing any more is not waited for longer than others are behind.
            let (newest, asked) = (state.tracks.map(\.reach).max() ?? .min, state.course.asked)
            return state.tracks.allSatisfy { track in
                track.isOver || track.last >= end || newest >= track.patience.deadline(behind: end, asked: asked)
            }
        }
        if isDue { finish() }
    }

    func finish() {
        let (isFirst, isFull, writer) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.course.isFull, state.writer)
        }
        guard isFirst else { return }
        state.withLock { $0.alarm = nil }
        countLastLosses()
        if isFull {
            state.withLock { state in
                let sentence = "the recording is as long as it may be"
                state.reason = state.reason ?? AVError(.maximumDurationReached, sentence)
            }
        }
        takeMetadata()
        let (given, tracks, course) = state.withLock { ($0.reason, $0.tracks, $0.course) }
        let reason = cause(given, writer)
        events.ending(self, reason)
        guard let writer else {
            let error = reason ?? AVError(.noDataCaptured, "nothing was recorded: no sample came")
            return tell(error.finished(false))
        }
        let end = course.end ?? tracks.map(\.last).max() ?? 0
        let length = Self.time(course.duration(until: end))
        for (index, track) in tracks.enumerated() {
            guard let input = track.input else { continue }
            if var aligner = track.aligner {
                let outputs = aligner.finish()
                if !outputs.isEmpty { _ = append(.sound(outputs, aligner.format), to: index) }
            } else if !track.isSound, writer.status == .writing, let marker = try? SampleMaker.marker(at: length) {
                // How long the last picture is shown.
                _ = input.waitForRoom() && input.append(marker)
            }
        }
        guard appendMetadata(until: course.duration(until: end)), writer.status == .writing else {
            return finished(writer, reason)
        }
        if hasRoomForNothing(writer) {
            // What is said about it alone is larger than it may be.
            writer.cancelWriting()
            return finished(writer, reason)
        }
        // Sound alone ends with its last frame, and its files have no other way to say so.
        if plan.tracks.contains(where: { $0.mediaType == .video }) {
            writer.endSession(atSourceTime: writer.budget?.fullTime ?? length)
        }
        if environment.isVirtual {
            writer.finishWritingAndWait()
            finished(writer, reason)
        } else {
            writer.finishWriting { [self] in worker.async { [self] in finished(writer, reason) } }
        }
    }

    /// Says last what is said about it. What there is no room for is left as it was.
    private func takeMetadata() {
        let (writer, metadata) = state.withLock { ($0.writer, $0.metadata) }
        guard let writer, saysMetadataLast else { return }
        do {
            _ = try writer.setFinalMetadata(metadata)
        } catch {
            let error = error as? AVError ?? AVError(.unknown, "\(error)")
            state.withLock { $0.reason = $0.reason ?? error }
        }
    }

    private func finished(_ writer: AVAssetWriter, _ reason: AVError?) {
        // What was still being encoded at the end may not have fitted.
        let reason = cause(reason, writer)
        guard writer.status == .completed else {
            if hasRoomForNothing(writer) { return tell(reason?.finished(false)) }
            let error = cause(writer.error as? AVError, writer)
            return failed(error ?? AVError(.unknown, "the recording cannot be written"))
        }
        if let size = DiskSpace.size(of: plan.url) { figures.withLock { $0.byteCount = size } }
        tell(reason?.finished(true, figures.withLock { $0 }))
    }

    /// Not even the first sample did fit.
    private func hasRoomForNothing(_ writer: AVAssetWriter) -> Bool {
        writer.budget.map { $0.fullTime != nil && $0.isEmpty } ?? false
    }

    /// The writer has failed: what is there is saved.
    func fail(_ error: AVError) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        for track in state.withLock({ $0.tracks }) { track.pending.forEach { $0.fate?.becomes(.abandoned) } }
        events.ending(self, error)
        failed(error)
    }

    private func failed(_ error: AVError) {
        guard let file = state.withLock({ $0.file }), plan.fragmentInterval.isNumeric else {
            return tell(error.finished(false))
        }
        // Another file may have the name: still, where nothing has come to the disk, or by now.
        let isSaved = AVAssetWriter.recoverMovieAndWait(at: plan.url, which: file)
        tell(error.finished(isSaved, figures.withLock { $0 }))
    }

    private func tell(_ error: AVError?) {
        state.withLock { state in
            state.tracks = state.tracks.map { Track(plan: $0.plan) }
            state.timed = []
        }
        events.ended(self, error)
    }
}

extension AVError {
    /// The error with what clients ask: whether there is a good file in spite of it.
    fileprivate func finished(_ isGood: Bool, _ figures: Recording.Figures? = nil) -> AVError {
        var information = userInfo
        information[AVErrorRecordingSuccessfullyFinishedKey] = isGood
        if let figures {
            information[AVErrorTimeKey] = figures.duration
            information[AVErrorFileSizeKey] = figures.byteCount
        }
        return AVError(code, userInfo: information)
    }
}
