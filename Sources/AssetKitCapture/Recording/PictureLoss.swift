internal import AssetKitBase
internal import AssetKitDevices
internal import CMTimeLib

/// Pictures that the device or the machine has lost, and when that was. Pure: times are nanoseconds of the host clock.
struct PictureLoss: Hashable {
    /// From the picture before to the one behind, which are there.
    let range: Range<Int64>
    let count: Int

    /// How many of them a recording lacks, of which only a part of the time may belong to it.
    func count(in course: RecordingCourse) -> Int {
        let inside = course.parts(of: range).reduce(0) { $0 + Int64($1.count) }
        return Int((Double(count) * Double(inside) / Double(range.upperBound - range.lowerBound)).rounded())
    }
}

// What recordings lack. On the worker.

extension Recording.Track {
    /// Whether a picture at a place is shown after the one before it, which has the place from now on. Two that are nearer to each other
    /// than a tick of the file, such as where a pause has left nothing between them, cannot both be shown.
    mutating func hasRoom(at place: Int64) -> Bool {
        let time = Recording.time(place).convertScale(Recording.pictureTimescale, method: .roundHalfAwayFromZero)
        guard time.value > lastTick else { return false }
        lastTick = time.value
        return true
    }

    /// Notes what the device says it lost before a picture.
    mutating func noteLoss(of count: Int, before time: Int64) {
        defer { newestPicture = max(newestPicture ?? time, time) }
        guard count > 0, let newestPicture, newestPicture < time else { return }
        losses.append(PictureLoss(range: newestPicture..<time, count: count))
    }

    /// Notes pictures for which there was no room.
    mutating func note(_ refusal: SampleIntake.Refusal) {
        noteLoss(of: refusal.lostBefore, before: refusal.first)
        losses.append(PictureLoss(range: refusal.first..<refusal.last + 1, count: refusal.count))
        newestPicture = max(newestPicture ?? refusal.last, refusal.last)
    }
}

extension CapturedSample {
    /// The same sound behind other sound for which there was no room: that is missing as if the device had lost it. A picture is
    /// itself.
    func behind(_ refusal: SampleIntake.Refusal) -> CapturedSample {
        guard sound != nil else { return self }
        var sample = sample
        sample.lostCount += refusal.lostBefore + refusal.count
        return CapturedSample(sample, number: number, decoder: nil)
    }
}

extension Recording {
    /// Notes and counts pictures for which there was no room at the very end.
    func countLastLosses() {
        let refusals = figures.withLock { figures in
            figures.intakes.indices.map { figures.intakes[$0].takeRefusal() }
        }
        state.withLock { state in
            for (index, refusal) in refusals.enumerated() where !state.tracks[index].isSound {
                if let refusal { state.tracks[index].note(refusal) }
            }
        }
        countLosses()
    }

    /// Counts what is lost of the recording so far. Before it has begun, nobody knows that.
    func countLosses() {
        for index in plan.tracks.indices {
            let count: Int = state.withLock { state in
                guard state.course.start != nil else { return 0 }
                defer { state.tracks[index].losses = [] }
                return state.tracks[index].losses.reduce(0) { $0 + $1.count(in: state.course) }
            }
            if count > 0 { plan.tracks[index].connection.count { $0.missing += count } }
        }
    }
}
