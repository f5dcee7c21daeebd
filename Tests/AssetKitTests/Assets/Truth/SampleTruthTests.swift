import Testing

@Suite("Assets tell the truth about the sample media")
struct SampleTruthTests {
    @Test("every fact of truth.json that an asset can tell is told right")
    func everySampleIsToldRight() async throws {
        var ledger = TruthLedger()
        for truth in try TruthFile.all() { await SampleChecker.check(truth, in: &ledger) }
        ledger.printReport("sample media")
        #expect(ledger.files >= 109)
        #expect(ledger.facts >= 3000)
        for failure in ledger.failures { Issue.record("\(failure)") }
    }
}
