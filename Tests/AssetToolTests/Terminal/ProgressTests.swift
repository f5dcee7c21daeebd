import AssetKit
import Testing

@testable import assettool

@Suite("Progress")
struct ProgressTests {
    private let moment = ProgressMoment(
        fraction: 0.25,
        position: CMTime(value: 5430, timescale: 2),
        span: 3600,
        elapsed: 30
    )

    @Test("speed and what is left follow from what is done")
    func numbers() {
        #expect(moment.speed == 30)
        #expect(moment.remaining == 90)
        let start = ProgressMoment(fraction: 0, position: .zero, span: 10, elapsed: 0)
        #expect(start.speed == nil)
        #expect(start.remaining == nil)
    }

    @Test("the bar is as wide as the terminal lets it be")
    func bar() {
        #expect(
            moment.bar(width: 80) == "[" + String(repeating: "#", count: 10) + String(repeating: " ", count: 30)
                + "]   25 %  0:45:15  30x  0:01:30 left"
        )
        for width in 1...200 {
            #expect(moment.bar(width: width).count < max(width, 1))
        }
        let done = ProgressMoment(fraction: 1, position: .invalid, span: 0, elapsed: 1)
        #expect(done.bar(width: 40).hasSuffix("]  100 %  0:00:00 left"))
    }

    @Test("a line of JSON has the documented keys")
    func json() {
        #expect(
            moment.json.line == """
                {"fraction": 0.25, "position": {"value": 5430, "timescale": 2, "seconds": 2715.0}, \
                "speed": 30.0, "eta": 90.0}
                """
        )
    }

    @Test("what is new too soon is not shown, and the end always is")
    func pace() {
        var pace = ProgressPace(interval: 0.1)
        let shown = [0, 0.05, 0.1, 0.15, 0.25].map { pace.isDue(at: $0, isLast: false) }
        #expect(shown == [true, false, true, false, true])
        let isEndShown = pace.isDue(at: 0.26, isLast: true)
        #expect(isEndShown)
    }

    @Test("nothing is shown where there is no terminal, or where nobody wants it")
    func silence() {
        let (pipe, quiet, terminal) = (ConsoleRecorder(), ConsoleRecorder(width: 80), ConsoleRecorder(width: 80))
        ProgressReporter(.bar, span: 1, pipe.console).update(fraction: 0.5, position: .zero)
        ProgressReporter(.silent, span: 1, quiet.console).update(fraction: 0.5, position: .zero)
        #expect(pipe.shown.isEmpty)
        #expect(quiet.shown.isEmpty)
        let reporter = ProgressReporter(.bar, span: 1, terminal.console)
        reporter.update(fraction: 0.5, position: .zero)
        reporter.report("careful")
        #expect(terminal.shown.hasPrefix("\r\u{1b}[K["))
        #expect(terminal.shown.hasSuffix("\r\u{1b}[K"))
        #expect(terminal.messages == "careful")
    }

    @Test("JSON lines go where there is no terminal, too")
    func lines() throws {
        let recorder = ConsoleRecorder()
        let reporter = ProgressReporter(.json, span: 1, recorder.console)
        for step in 0...4 { reporter.update(fraction: Double(step) / 4, position: .zero) }
        let lines = recorder.shown.split(separator: "\n")
        #expect(lines.count >= 2)
        for line in lines { _ = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)) }
        #expect(lines.last?.hasPrefix("{\"fraction\": 1.0,") == true)
    }
}
