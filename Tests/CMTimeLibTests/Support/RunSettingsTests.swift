import Testing

/// How the environment chooses a seeded run.
@Suite("RunSettings")
struct RunSettingsTests {
    @Test("without settings a run has a fixed seed and a quarter of a million cases")
    func defaults() throws {
        let settings = try RunSettings(environment: [:])
        #expect(settings.seed == 20_240_229)
        #expect(settings.caseCount == 250_000)
    }

    @Test("the seed may be decimal or hexadecimal", arguments: ["51966", "0xcafe"])
    func seeds(text: String) throws {
        let settings = try RunSettings(environment: ["CMTIME_SEED": text, "CMTIME_CASES": "12"])
        #expect(settings.seed == 0xcafe)
        #expect(settings.caseCount == 12)
    }

    @Test(
        "a setting that is not a usable number is an error that names it",
        arguments: [("CMTIME_SEED", "-1"), ("CMTIME_SEED", "seed"), ("CMTIME_CASES", "0"), ("CMTIME_CASES", "1e6")]
    )
    func unreadable(name: String, text: String) throws {
        let error = try #require(throws: RunSettings.Unreadable.self) {
            try RunSettings(environment: [name: text])
        }
        #expect("\(error)" == "\(name)='\(text)' is not a number that a run can use")
    }
}
