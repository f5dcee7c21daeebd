import AssetKitBase
import Testing

@testable import AssetKitFFmpeg

@Suite("What web servers say")
struct HTTPResponseTests {
    private func length(_ fields: String) throws -> Int64? {
        try Scripted.response("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n").contentLength
    }

    private func range(_ text: String) throws -> Range<Int64>? {
        try Scripted.response("HTTP/1.1 206 OK\nContent-Range: \(text)\n\n").contentRange?.range
    }

    @Test("an answer is read, however its lines end and in whatever pieces it comes")
    func answer() throws {
        let text = "HTTP/1.1 206 Partial\r\nETag:  \"a:b\" \r\ncontent-LENGTH: 12\nContent-Range: bytes 3-14/20\r\n\r\n"
        let response = try Scripted.response(text)
        #expect(response.status == 206)
        #expect(response["etag"] == "\"a:b\"")
        #expect(try response.contentLength == 12)
        #expect(try response.contentRange?.range == 3..<15)
        #expect(try response.contentRange?.whole == 20)
        #expect(!response.isChunked && response.contentEncoding == nil)
    }

    @Test(
        "what is no answer is an error",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nA: b", "ICY 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1\r\n\r\n",
            "HTTP/1.1 2000 OK\r\n\r\n",
            "HTTP/1.1 -20 OK\r\n\r\n", String(repeating: "x", count: 40_000),
            "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 300),
            "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 40_000) + "\r\n\r\n",
        ]
    )
    func noAnswer(text: String) {
        #expect(throws: NetworkProblem.self) { try Scripted.response(text) }
    }

    @Test("lengths are numbers, and one number")
    func lengths() throws {
        #expect(try length("A: b") == nil)
        #expect(try length("Content-Length: 5\r\nContent-Length: 5") == 5)
        for bad in ["-1", "1x", "", "99999999999999999999", "+5"] {
            #expect(throws: NetworkProblem.self) { try length("Content-Length: \(bad)") }
        }
        #expect(throws: NetworkProblem.self) { try length("Content-Length: 5\r\nContent-Length: 6") }
    }

    @Test("ranges lie in the file")
    func ranges() throws {
        #expect(try range("bytes 0-0/1") == 0..<1)
        #expect(try range("bytes 5-9/*") == 5..<10)
        #expect(try range("bytes */10") == nil)
        for bad in [
            "bytes 5-4/10", "bytes 5-10/10", "items 0-1/2", "bytes 0-9223372036854775807/*", "bytes a-b/c", "5",
            "bytes -5-6/9",
        ] {
            #expect(throws: NetworkProblem.self) { try range(bad) }
        }
    }

    private func body(_ text: String, _ first: HTTPBody) throws -> String {
        let stream = BufferedStream(Scripted(text))
        var (body, all) = (first, [UInt8]())
        while true {
            var piece = [UInt8](repeating: 0, count: 5)
            let count = try piece.withUnsafeMutableBytes { try body.read(from: stream, into: $0, Scripted.wait) }
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += piece.prefix(count)
        }
    }

    @Test("bodies end where they say")
    func bodies() throws {
        #expect(try body("hello and more", .length(5)) == "hello")
        #expect(try body("6\r\nhello \r\nB;x=y\r\nand goodbye\r\n0\r\n\r\n", .chunked(nil)) == "hello and goodbye")
        #expect(try body("all of it", .untilEnd) == "all of it")
        #expect(throws: HTTPBody.Cut.self) { try body("hell", .length(5)) }
        #expect(throws: HTTPBody.Cut.self) { try body("6\r\nhello \r\n", .chunked(nil)) }
        for bad in ["\r\n", "-6\r\nhello \r\n", "FFFFFFFFFFFFFFFFFF\r\n", "6\r\nhello too long\r\n", "zz\r\n"] {
            #expect(throws: (any Error).self) { try body(bad, .chunked(nil)) }
        }
    }

    @Test("bytes that are at random are answered with something, and never with a trap", arguments: 0..<8)
    func noise(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        let parts = [
            "HTTP/1.1 206 OK", "\r\n", ":", "Content-Length", "Content-Range", "bytes ", "-", "/", "9", "*", " ",
            "chunked", "\n",
        ]
        for _ in 0..<300 {
            let text =
                "HTTP/1.1 206 OK\r\n" + (0..<random.below(40)).map { _ in parts[random.below(parts.count)] }.joined()
                + "\r\n\r\n"
            guard let response = try? Scripted.response(text) else { continue }
            _ = try? response.contentLength
            _ = try? response.contentRange
            #expect(response.status == 206, "seed \(seed)")
        }
    }
}
