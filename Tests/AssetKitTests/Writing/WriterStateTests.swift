import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitWriting
@testable import AssetKitBase

@Suite("State of a writer")
struct WriterStateTests {
    @Test("it writes once")
    func once() {
        var state = WriterState()
        let (first, second) = (state.begin(), state.begin())
        #expect(first && !second && state.status == .writing)
        let finishes = [state.beginFinishing(), state.beginFinishing()]
        #expect(finishes == [true, false])
        state.complete()
        #expect(state.status == .completed)
        let after = [state.cancel(), state.fail(AVError(.unknown)), state.begin()]
        #expect(after == [false, false, false])
    }

    @Test("it has one session, which ends once")
    func session() {
        var state = WriterState()
        let early = state.endSession(.zero)
        #expect(!early)
        let starts = [state.beginSession(.zero), state.beginSession(.zero)]
        #expect(starts == [true, false])
        let ends = [state.endSession(.zero), state.endSession(.zero)]
        #expect(ends == [true, false])
    }

    @Test("the first error counts, and nothing follows it")
    func errors() {
        var state = WriterState()
        _ = state.begin()
        let failures = [state.fail(AVError(.diskFull)), state.fail(AVError(.unknown)), state.cancel()]
        #expect(failures == [true, false, false])
        state.complete()
        #expect(state.status == .failed)
        #expect(state.error?.code == .diskFull)
    }

    @Test("what was cancelled is never complete")
    func cancelling() {
        var state = WriterState()
        _ = state.begin()
        let isCancelled = state.cancel()
        state.complete()
        #expect(isCancelled && state.status == .cancelled)
    }
}
