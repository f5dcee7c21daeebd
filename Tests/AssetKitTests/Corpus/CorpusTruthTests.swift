import Testing

@Suite("Assets tell the truth about media made by others", .enabled(if: Corpus.isExpected))
struct CorpusTruthTests {
    @Test("the corpus is complete")
    func corpusIsComplete() throws {
        let entries = try Corpus.entries()
        #expect(!entries.isEmpty)
        #expect(Corpus.missingFiles(of: entries) == [])
    }

    @Test("every fact of the index that an asset can tell is told right")
    func everyEntryIsToldRight() async throws {
        let entries = try Corpus.entries()
        var ledger = TruthLedger()
        for entry in entries { await CorpusChecker.check(entry, in: &ledger) }
        ledger.printReport("corpus")
        #expect(ledger.files == entries.count)
        #expect(ledger.toleratedCount * 50 <= ledger.facts, "at most 2 % of the facts may be tolerated")
        for failure in ledger.failures { Issue.record("\(failure)") }
    }

    @Test("every rule of tolerance says who is wrong and why")
    func rulesAreExplained() {
        for rule in ToleratedDifference.all {
            #expect(!rule.name.isEmpty && !rule.tool.isEmpty && !rule.proof.isEmpty)
        }
        #expect(Set(ToleratedDifference.all.map(\.name)).count == ToleratedDifference.all.count)
    }
}
