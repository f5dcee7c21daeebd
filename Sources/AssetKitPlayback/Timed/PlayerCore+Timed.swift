internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// So many samples are read ahead.
    private static let timedCount = 8

    /// Reads and tells what outputs of timed samples take.
    func advanceTimed(_ item: ItemCore) {
        guard item.seeking == nil, item.asked == nil, item.landing != nil, !item.isReverse, let media = item.media
        else {
            return
        }
        let outputs = item.outputs.compactMap { $0 as? any TimedOutput }
        item.supplies = item.supplies.filter { id, _ in outputs.contains { ObjectIdentifier($0) == id } }
        for output in outputs {
            let id = ObjectIdentifier(output)
            let isFresh = item.supplies[id]?.generation == item.generation
            if !isFresh { item.supplies[id] = (item.generation, makeSupplies(item, media, output)) }
            for supply in item.supplies[id]?.ofTracks ?? [] {
                demand(supply, item)
                tell(output, supply, item)
            }
        }
    }

    private func makeSupplies(_ item: ItemCore, _ media: ItemMedia, _ output: any TimedOutput) -> [TimedSupply] {
        let chosen = item.chosenTracks(of: media.loaded)
        let tracks = output.tracks(among: media.loaded.tracks.filter { chosen.contains($0.trackID) })
        let time = time(of: item)
        return tracks.map { track in
            let reader = TimedReader(media.loaded.source(of: track), from: time, media.session)
            return TimedSupply(track.trackID, item.generation, reader, tellsEnds: output.tellsEnds)
        }
    }

    private func demand(_ supply: TimedSupply, _ item: ItemCore) {
        guard !supply.isReading, !supply.isAtEnd, supply.events.count < Self.timedCount else { return }
        supply.isReading = true
        let worker = item.timedWorker ?? environment.worker("assetkit.player.timed")
        item.timedWorker = worker
        run(on: worker) {
            // What cannot be read is left out: the film goes on without it.
            (try? supply.reader.next(Self.timedCount)) ?? []
        } then: { core, samples in
            supply.isReading = false
            supply.add(samples, isLast: samples.count < Self.timedCount)
            core.isUnsettled = true
        }
    }

    private func tell(_ output: any TimedOutput, _ supply: TimedSupply, _ item: ItemCore) {
        let ahead = CMTime(seconds: output.advanceIntervalForDelegateInvocation, preferredTimescale: 1_000_000)
        let limit = ahead.isNumeric ? time(of: item) + ahead : .positiveInfinity
        var due = supply.take(until: limit)[...]
        let track = item.tracks.first { $0.assetTrack?.trackID == supply.trackID }
        while let first = due.first {
            let together = due.prefix { $0.time == first.time }
            due = due.dropFirst(together.count)
            guard let call = output.call(Array(together), of: track) else { continue }
            let environment = environment
            effect { environment.notice(on: call.queue, call.body) }
        }
    }

    /// When something is to be told.
    func timedDue(_ item: ItemCore) -> Int64? {
        let outputs = item.outputs.compactMap { $0 as? any TimedOutput }
        let moments = outputs.flatMap { output -> [Int64] in
            let ahead = CMTime(seconds: output.advanceIntervalForDelegateInvocation, preferredTimescale: 1_000_000)
            guard ahead.isNumeric else { return [] }
            return (item.supplies[ObjectIdentifier(output)]?.ofTracks ?? []).compactMap { supply in
                supply.events.first.flatMap { hostTime(of: $0.time - ahead, item) }
            }
        }
        return moments.min()
    }
}
