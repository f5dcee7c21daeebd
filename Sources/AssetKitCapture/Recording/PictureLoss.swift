internal import AssetKitBase
internal import AssetKitDevices

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

// What recordings lack. On the worker, but for what is refused.

extension Recording.Track {
    /// Notes what the device says it lost before a picture.
    mutating func noteLoss(before sample: CapturedSample) {
        let time = sample.sample.hostTime
        defer { newestPicture = max(newestPicture ?? time, time) }
        guard sample.sample.lostCount > 0, let newestPicture, newestPicture < time else { return }
        losses.append(PictureLoss(range: newestPicture..<time, count: sample.sample.lostCount))
    }
}

extension Recording {
    /// A picture was lost because too many wait already. On the device's thread.
    func lose(_ sample: CapturedSample, _ index: Int) {
        worker.async { [self] in
            state.withLock { state in
                guard !state.isOver else { return }
                state.tracks[index].noteLoss(before: sample)
                let time = sample.sample.hostTime
                state.tracks[index].losses.append(PictureLoss(range: time..<time + 1, count: 1))
            }
        }
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
