internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

extension LoadedSource.Track {
    /// The same with times in samples, where the container rounds them to ticks that are longer than samples, as Matroska's
    /// milliseconds are. A cut that believed one of those would be off by up to half a tick: where a packet begins is found
    /// out by counting those before it. Unchanged where packets do not say how long they are.
    var counted: LoadedSource.Track {
        guard isSoundOnCoarseClock, let rate = facts.audio.flatMap({ Int32(exactly: $0.sampleRate) }),
            let sample = TickLength(1, over: rate), let table = index.table as? PacketTable,
            Int64(table.tick.numerator) * Int64(rate) > Int64(table.tick.denominator)
        else { return self }
        let frames = PacketFrames(facts)
        guard frames.isListed else { return self }
        let tick = table.tick
        var clock = CopySoundClock(tick: tick.sample(at: 1, rate: Int(rate)), isRising: true)
        if let priming = facts.audio?.priming {
            let start = origin - CMTime(value: Int64(priming), timescale: rate)
            clock.expect(start.nearestSample(rate: Int(rate)))
        }
        var silent = frames.silentCount(table, rate: Int(rate))
        let counted = table.retimed(in: sample) { packet in
            let count = silent ?? frames.count(packet, tick, rate: Int(rate))
            silent = nil
            return (clock.next(tick.sample(at: packet.presentationTicks, rate: Int(rate)), count: count), count)
        }
        let index = SampleIndex(counted, trackID: facts.trackID, segments: facts.segments)
        var track = LoadedSource.Track(facts: facts, index: index, isTabled: isTabled, origin: origin)
        track.clockError = tick.time(1)
        return track
    }
}

extension PacketFrames {
    /// A list of packets tells, together with the container's word, how many frames each has.
    fileprivate var isListed: Bool {
        if case .unknown = self { return false }
        return true
    }

    /// How many frames a packet in a list makes. Where the container says something quite different, its word counts.
    fileprivate func count(_ packet: IndexedSample, _ tick: TickLength, rate: Int) -> Int64 {
        let stated = tick.sample(at: max(0, packet.durationTicks), rate: rate)
        switch self {
        case .plain(let width): return packet.byteCount / width
        case .fixed(let count):
            let isOdd = stated > 0 && abs(count - stated) > tick.sample(at: 1, rate: rate) + 1
            return isOdd ? stated : count
        // A packet lasts for one to 48 times 2.5 ms, and at 48 kHz these are 120 frames.
        case .opus: return only((1...48).map { Int64($0) * 120 }, packet, tick, rate: rate) ?? stated
        case .blocks(let lengths): return only(lengths, packet, tick, rate: rate) ?? stated
        case .unknown: return stated
        }
    }

    /// How long the first packet is where it makes no sound, as that of Vorbis, so that its blocks say nothing about it: until
    /// the second one begins. nil for others.
    fileprivate func silentCount(_ table: PacketTable, rate: Int) -> Int64? {
        guard case .blocks = self, table.count > 1 else { return nil }
        let (first, tick) = (table[0], table.tick)
        let length = tick.sample(at: max(0, table.presentationTicks(of: 1) - first.presentationTicks), rate: rate)
        // Behind more than the clock is off by, there is a gap.
        let most = count(first, tick, rate: rate) + tick.sample(at: 2, rate: rate)
        return length <= most ? length : nil
    }

    /// The only length that is as many whole ticks as the container says; nil where there are several, or none.
    private func only(_ lengths: [Int64], _ packet: IndexedSample, _ tick: TickLength, rate: Int) -> Int64? {
        let found = lengths.filter {
            tick.ticks(at: CMTime(value: $0, timescale: CMTimeScale(rate))) == packet.durationTicks
        }
        return found.count == 1 ? found[0] : nil
    }
}
