internal import CMTimeLib

/// What has been read of an item's pictures, ahead of its time. A plain value.
struct ReadPictures {
    /// One behind the other.
    var pictures: [DecodedPicture]
    /// None comes behind them.
    var isAtEnd: Bool
    /// The reader goes on behind the last of them, up to this time; nil where it is elsewhere.
    var limit: CMTime?

    /// What of it serves where a seek goes to, and the time that it lands at; nil where it has to be read anew.
    func serving(_ start: PictureStart, until end: CMTime) -> (landing: CMTime, rest: ReadPictures)? {
        guard let limit, limit == end, let place = place(of: start), areContinuous(from: place) else { return nil }
        var rest = self
        rest.pictures.removeFirst(place)
        switch start {
        case .exact(let time) where time < end: return (time, rest)
        case .step: return (pictures[place].range.start, rest)
        case .exact, .within: return nil
        }
    }

    private func place(of start: PictureStart) -> Int? {
        switch start {
        case .exact(let time): return pictures.firstIndex { $0.range.containsTime(time) }
        // Where decoding can start is near enough, whatever has been read: the same call goes to the same place.
        case .within: return nil
        case .step(let range, let count):
            guard count >= 0, count < pictures.count,
                let place = pictures.firstIndex(where: { $0.range.start == range.start }),
                place + count < pictures.count
            else { return nil }
            return place + count
        }
    }

    /// None is missing, as where one could not be decoded.
    private func areContinuous(from place: Int) -> Bool {
        zip(pictures[place...], pictures[place...].dropFirst()).allSatisfy { $0.range.end == $1.range.start }
    }
}

extension ItemCore {
    /// What has been read of its pictures.
    var readPictures: ReadPictures {
        ReadPictures(
            pictures: pictures,
            isAtEnd: arePicturesAtEnd,
            limit: isReverse || breakOff != nil ? nil : readingLimit
        )
    }

    /// Takes over what had been read before it went elsewhere.
    func keep(_ read: ReadPictures) {
        (pictures, arePicturesAtEnd, readingLimit) = (read.pictures, read.isAtEnd, read.limit)
        lastPictureEnd = read.pictures.last?.range.end
    }
}
