import AssetKitBase
import AssetKitCapture
import AssetKitMedia
import Testing

/// On threads: where a lock is held while a client is called, or somebody who holds one waits for a call to return, these hang.
@Suite("Clients that change their session while they are called")
struct MeddlingTests {
    /// So long, in seconds, that what does not hang is through on any machine.
    private static let patience = 120

    @Test(
        "within any call a session can be changed, started, stopped and recorded, also while somebody else stops it",
        arguments: MeddlingClient.Call.allCases,
        [false, true]
    )
    func meddling(call: MeddlingClient.Call, isStoppedMeanwhile: Bool) async throws {
        let studio = try ThreadedStudio()
        try studio.addCamera()
        try studio.addMicrophone()
        let session = try #require(studio.session)
        let microphone = try #require(session.inputs.last)
        let client = MeddlingClient(
            session,
            microphone,
            in: call,
            isStoppedMeanwhile: isStoppedMeanwhile,
            studio.folder
        )
        client.begin()
        guard await client.isThrough.wait(atMost: Self.patience) else {
            // Whoever stopped it now would hang as well.
            studio.session = nil
            Issue.record("the call does not return")
            return
        }
        #expect(await client.goesOn.wait(atMost: Self.patience))
        #expect(await client.haveEnded.wait(atMost: Self.patience))
        #expect(session.isRunning && session.inputs.count == 2 && session.outputs.count == 4)
        #expect(client.ends.allSatisfy { $0 == 1 })
    }
}
