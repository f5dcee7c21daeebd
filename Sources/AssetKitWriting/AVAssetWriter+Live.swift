package import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
package import AssetKitMedia
package import AssetKitSinks
internal import CMTimeLib

// What recordings need of a writer besides: how large its file has become, an end to that, and last words.

extension AVAssetWriter {
    /// How many bytes the file may have, metadata included; nil for any number. It may change while the file is written. Samples that
    /// do not fit are left out, and all that is decoded behind the first of them: ``budget`` tells.
    package var byteLimit: Int64? {
        get { value(\.byteLimit) }
        set {
            setup.withLock { $0.byteLimit = newValue }
            live.withLock { $0.session }?.writer.limit(to: newValue)
        }
    }

    /// How many bytes of the disk the file takes now, with what is reserved for it; nil before the start, and at the end.
    package var occupiedByteCount: Int64? { live.withLock { $0.session }?.writer.occupiedByteCount }

    /// Which file it is; nil before the start, and at the end.
    package var fileIdentity: FileIdentity? { live.withLock { $0.session }?.writer.fileIdentity }

    /// What the file takes so far, or took at the end; nil before the start.
    package var budget: ByteBudget? {
        let (session, last) = live.withLock { ($0.session, $0.lastBudget) }
        return session?.writer.budget ?? last
    }

    func budgetAtStart() throws -> ByteBudget {
        let setup = setup.withLock { $0 }
        let metadata = try setup.metadata.compactMap { try MetadataEntry($0) }
        let isMovie = WriterRules.isISOMedia(outputFileType)
        var layout = isMovie ? ByteBudget.Layout.movie : .plain
        if isMovie, setup.movieFragmentInterval.isNumeric {
            let (interval, initial) = (setup.movieFragmentInterval, setup.initialMovieFragmentInterval)
            layout = .fragments(
                interval: interval,
                first: initial.isNumeric ? CMTimeMinimum(interval, initial) : interval
            )
        }
        var budget = ByteBudget(
            trackCount: setup.inputs.count,
            layout: layout,
            metadataBytes: MetadataEntry.byteCount(of: metadata, isMovie: isMovie)
        )
        budget.limit = setup.byteLimit
        return budget
    }

    /// Says what is to be said about the file when it is complete. Any time before that. False, and without effect, where the file
    /// would be larger then than it may be.
    package func setFinalMetadata(_ metadata: [AVMetadataItem]) throws -> Bool {
        let entries = try metadata.compactMap { try MetadataEntry($0) }
        let byteCount = MetadataEntry.byteCount(of: entries, isMovie: WriterRules.isISOMedia(outputFileType))
        let writer = live.withLock { $0.session }?.writer
        guard writer?.takes(finalMetadataBytes: byteCount) ?? true else { return false }
        setup.withLock { $0.finalMetadata = metadata }
        return true
    }

    /// Completes the file and waits for that, on a thread that may wait.
    package func finishWritingAndWait() {
        let isOver = Gate()
        finishWriting { isOver.open() }
        isOver.wait()
    }
}

extension AVAssetWriterInput {
    /// Waits for room, on a thread that may wait; false when none will come.
    package func waitForRoom() -> Bool {
        while true {
            guard let writer = value(\.writer), writer.status == .writing, !live.withLock({ $0.isFinished }) else {
                return false
            }
            if isReadyForMoreMediaData { return true }
            let room = Gate()
            let isFinished = live.withLock { live in
                live.blocked.append(room)
                return live.isFinished
            }
            // What came between the question and here would be missed.
            if isFinished || writer.status != .writing || isReadyForMoreMediaData { wakeWaiters() }
            room.wait()
        }
    }
}
