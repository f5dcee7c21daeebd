import AssetKitBase
import Foundation
import TestSupport
import Testing

@testable import AssetKitFFmpeg

@Suite("What web servers say")
struct HTTPResponseTests {
    /// What comes of an address whose server says that and no more.
    private func read(_ words: String) throws -> String {
        let time = SystemNetworkTime()
        let server = try WeatherServer(Data()) { time.now }
        defer { server.stop() }
        server.change { $0.words = words }
        var options = NetworkOptions()
        options.pauses = []
        let source = try RemoteAddress().open(server.url("a"), options, CancellationFlag())
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 5)
        while true {
            let count = try piece.withUnsafeMutableBytes { try source.read(at: Int64(all.count), into: $0) }
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += piece.prefix(count)
        }
    }

    private func reason(_ words: String) -> String {
        do {
            return try read(words)
        } catch {
            return AVError.explanation(of: error).1
        }
    }

    private func range(_ text: String) throws -> Range<Int64>? { try HTTPResponse.contentRange(text).range }

    @Test("an answer is read, however its lines end")
    func answer() throws {
        #expect(try read("HTTP/1.1 200 OK\r\nETag:  \"a:b\" \r\ncontent-LENGTH: 5\r\n\r\nhello and more") == "hello")
        #expect(try read("HTTP/1.1 206 OK\nContent-Length: 5\nContent-Range: bytes 0-4/5\n\nhello") == "hello")
        #expect(try read("HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") == "hello")
    }

    @Test(
        "what is no answer is an error, and one sentence",
        arguments: [
            "ICY 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 -20 OK\r\n\r\n",
            String(repeating: "x", count: 40_000),
            "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 300),
            "HTTP/1.1 200 OK\r\n" + String(repeating: "a: \(String(repeating: "x", count: 1000))\r\n", count: 100)
                + "\r\n",
            "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 200_000) + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 206 OK\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 206 OK\r\nContent-Length: 5\r\n\r\nhello",
        ]
    )
    func noAnswer(words: String) {
        #expect(reason(words) == "its server does not answer as a web server does")
    }

    @Test("a connection that ends before an answer does is an error")
    func noEnd() {
        #expect(reason("") == "its server ended the connection after 0 bytes")
        #expect(
            reason("HTTP/1.1 200 OK\r\nA: b").hasPrefix("its server tells no length, and the connection ended after 0")
        )
    }

    @Test("ranges lie in the file")
    func ranges() throws {
        #expect(try range("bytes 0-0/1") == 0..<1)
        #expect(try range("bytes 5-9/*") == 5..<10)
        #expect(try range("bytes */10") == nil)
        #expect(try HTTPResponse.contentRange("bytes 3-14/20").whole == 20)
        for bad in [
            "bytes 5-4/10", "bytes 5-10/10", "items 0-1/2", "bytes 0-9223372036854775807/*", "bytes a-b/c", "5",
            "bytes -5-6/9",
        ] {
            #expect(throws: NetworkProblem.self) { try range(bad) }
        }
    }

    @Test("bodies end where they say")
    func bodies() {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(reason(chunked + "6\r\nhello \r\nB;x=y\r\nand goodbye\r\n0\r\n\r\n") == "hello and goodbye")
        let cut = "its server ended the connection after 4"
        #expect(reason("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell") == cut + " of 5 bytes")
        #expect(reason(chunked + "6\r\nhell").hasPrefix(cut + " bytes"))
        let endless = reason("HTTP/1.1 200 OK\r\n\r\nall of it")
        #expect(endless.hasPrefix("its server tells no length, and the connection ended after 9 bytes"))
        for bad in ["\r\n", "-6\r\nhello \r\n", "FFFFFFFFFFFFFFFFFF\r\n", "6\r\nhello too long\r\n", "zz\r\n"] {
            #expect(reason(chunked + bad).contains("its server "), "\(bad)")
        }
    }

    @Test("bytes that are at random are answered with something, and never with a trap", arguments: 0..<8)
    func noise(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let parts = [
            "HTTP/1.1 206 OK", "\r\n", ":", "Content-Length", "Content-Range", "bytes ", "-", "/", "9", "*", " ",
            "chunked", "\n",
        ]
        for _ in 0..<40 {
            let fields = (0..<random.below(40)).map { _ in parts[random.below(parts.count)] }.joined()
            #expect(!reason("HTTP/1.1 206 OK\r\n\(fields)\r\n\r\n").isEmpty, "seed \(seed)")
            _ = try? HTTPResponse.contentRange(fields)
        }
    }
}
