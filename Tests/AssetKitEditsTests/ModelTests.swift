import AssetKitEdits
import CMTimeLib
import TestSupport
import Testing

@Suite("A list beside a slow model of it")
struct ModelTests {
    /// The model is slower the longer the list is: the first edits of each seed cost least.
    @Test("thousands of random edits show what the model shows", arguments: [1, 2, 3, 4] as [UInt64])
    func randomEdits(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        for number in 0..<(LongRun.isOn ? 2500 : 600) {
            let (snapshot, before) = (edits.list, edits.list.segments)
            try edits.edit()
            let difference = edits.difference(everyTick: number % 50 == 0)
            try #require(difference == nil, "seed \(seed), edit \(number): \(difference ?? "")")
            try Clips.validate(edits.list.segments)
            try #require(snapshot.segments == before, "seed \(seed), edit \(number)")
        }
    }
}
