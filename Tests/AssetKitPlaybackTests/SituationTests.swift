import AssetKit
import Testing

@testable import AssetKitPlayback

@Suite("Whether a player plays")
struct SituationTests {
    private static let cases: [(PlayerSituation, AVPlayer.TimeControlStatus, AVPlayer.WaitingReason?)] = [
        (PlayerSituation(rate: 0), .paused, nil),
        (PlayerSituation(rate: 0, hasItem: false), .paused, nil),
        (PlayerSituation(rate: 1, hasItem: false), .waitingToPlayAtSpecifiedRate, .noItemToPlay),
        (PlayerSituation(rate: 1, isReady: false), .waitingToPlayAtSpecifiedRate, .evaluatingBufferingRate),
        (PlayerSituation(rate: 1, isSeeking: true), .waitingToPlayAtSpecifiedRate, .evaluatingBufferingRate),
        (PlayerSituation(rate: 1, isStalled: true), .waitingToPlayAtSpecifiedRate, .toMinimizeStalls),
        (PlayerSituation(rate: 1), .waitingToPlayAtSpecifiedRate, .toMinimizeStalls),
        (PlayerSituation(rate: 1, isMoving: true), .playing, nil),
        (PlayerSituation(rate: -2, isMoving: true), .playing, nil),
        (PlayerSituation(rate: 1, hasEnded: true), .paused, nil),
        (PlayerSituation(rate: 1, isMoving: true, hasEnded: true), .playing, nil),
    ]

    @Test("follows from what is known", arguments: cases.indices)
    func table(index: Int) {
        let (situation, control, reason) = Self.cases[index]
        #expect(situation.control == (control, reason))
    }
}
