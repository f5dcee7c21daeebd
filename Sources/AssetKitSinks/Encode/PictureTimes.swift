internal import CMTimeLib

/// Which times packets have: exactly those of their pictures, whatever the encoder makes of them. Plain state.
struct PictureTimes {
    /// A picture's place, in ticks of the track.
    struct Place: Hashable {
        var start: Int64
        var duration: Int64
    }

    /// The times of a packet, in ticks of the track.
    struct Times: Hashable {
        var presentation: Int64
        var decode: Int64
        var duration: Int64
    }

    private let timing: PictureCodecTraits.Timing
    /// How many pictures may be decoded before one that is shown ahead of them.
    private let delay: Int
    /// Pictures by their place in the order of presentation. The first `dropped` ones are gone.
    private var places: [Place] = []
    private var dropped = 0
    private var byTicks: [Int64: Int] = [:]
    /// How many packets have come.
    private var packets = 0
    private var lastDecode: Int64?

    init(_ timing: PictureCodecTraits.Timing, delay: Int) { (self.timing, self.delay) = (timing, delay) }

    var count: Int { dropped + places.count }
    var last: Place? { places.last }

    /// Adds a picture, and answers the time that the encoder gets to see.
    mutating func add(_ place: Place) -> Int64 {
        places.append(place)
        guard timing != .counted else { return Int64(count - 1) }
        if timing == .exact { byTicks[place.start] = count - 1 }
        return place.start
    }

    /// The times of the next packet, of which the encoder says its own; nil for a packet of no picture.
    mutating func take(presentation: Int64, decode: Int64) -> Times? {
        let number: Int? =
            switch timing {
            case .exact: byTicks.removeValue(forKey: presentation)
            case .ordered: packets
            case .counted: Int(exactly: presentation)
            }
        guard let number, let place = place(number) else { return nil }
        var own = timing == .exact && isPossible(decode) ? decode : decodeTime(place)
        // Never later than it is shown, never before the one before.
        own = min(own, place.start)
        if let lastDecode { own = max(own, lastDecode + 1) }
        lastDecode = own
        packets += 1
        forget()
        return Times(presentation: place.start, decode: own, duration: place.duration)
    }

    private func place(_ number: Int) -> Place? {
        places.indices.contains(number - dropped) ? places[number - dropped] : nil
    }

    /// An encoder may decode a picture so early. x265 gives fewer pictures than it reorders any time of decoding at all.
    private func isPossible(_ decode: Int64) -> Bool {
        guard let first = places.first, let last = places.last else { return true }
        // Clients say how long pictures last, however long that is.
        let lead = Int128(last.start) - Int128(first.start) + 64 * Int128(max(first.duration, last.duration))
        return Int128(decode) >= Int128(first.start) - lead
    }

    /// The times of presentation, later by as many pictures as can be reordered.
    private func decodeTime(_ place: Place) -> Int64 {
        guard delay > 0 else { return place.start }
        if let earlier = self.place(packets - delay) { return earlier.start }
        guard let first = self.place(0), let own = self.place(packets) else { return place.start }
        let shift = self.place(delay).map { $0.start - first.start } ?? first.duration * Int64(delay)
        return own.start - shift
    }

    /// Lets go of what no packet can ask for any more.
    private mutating func forget() {
        let reach = 512
        guard packets - dropped > 2 * reach else { return }
        let count = packets - dropped - reach
        places.removeFirst(count)
        dropped += count
    }
}
