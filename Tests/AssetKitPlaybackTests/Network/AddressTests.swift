import AssetKit
import AssetKitBase
import Foundation
import TestSupport
import Testing

@testable import AssetKitFFmpeg

@Suite("Addresses of the web")
struct AddressTests {
    private let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) })

    private func server(_ weather: (inout WeatherServer.Weather) -> Void = { _ in }) throws -> WeatherServer {
        let time = SystemNetworkTime()
        let server = try WeatherServer(data) { time.now }
        server.change(weather)
        return server
    }

    /// All of what is at an address.
    private func read(_ url: URL, pauses: [Int64] = [0, 1_000_000]) throws -> Data {
        var options = NetworkOptions()
        options.pauses = pauses
        return try read(url, options)
    }

    private func read(_ url: URL, _ options: NetworkOptions) throws -> Data {
        let source = try RemoteAddress().open(url, options, CancellationFlag())
        var all = Data()
        var piece = [UInt8](repeating: 0, count: 30_000)
        while true {
            let count = try piece.withUnsafeMutableBytes { try source.read(at: Int64(all.count), into: $0) }
            guard count > 0 else { return all }
            all += piece.prefix(count)
        }
    }

    private func reason(_ body: () throws -> Data) -> String {
        do {
            return "\(try body().count) bytes"
        } catch {
            return AVError.explanation(of: error).1
        }
    }

    @Test("what is sent on is followed, and the name goes over the wire as it is written")
    func redirects() throws {
        let server = try server {
            $0.redirects = ["/a%20b%C3%A9.wav?x=1%26": "/other/c.wav", "/other/c.wav": "../d.wav"]
        }
        defer { server.stop() }
        #expect(try read(server.url("a%20b%C3%A9.wav?x=1%26#part")) == data)
        #expect(server.requests.map(\.path) == ["/a%20b%C3%A9.wav?x=1%26", "/other/c.wav", "/d.wav"])
        #expect(server.requests.allSatisfy { $0.fields.contains("Accept-Encoding: identity") })
    }

    @Test(
        "where that leads nowhere one sentence says so",
        arguments: [
            ("/a.wav", "its server sends on from one address to the next without an end"),
            ("file:///etc/passwd", "its server sends on to what is no address of the web"),
            ("http://", "its server sends on to what is no address of the web"),
            ("ftp://127.0.0.1/a.wav", "its server sends on to what is no address of the web"),
        ]
    )
    func badRedirects(target: String, sentence: String) throws {
        let server = try server { $0.redirects = ["/a.wav": target] }
        defer { server.stop() }
        #expect(reason { try read(server.url("a.wav")) } == sentence)
    }

    private final class Asked: @unchecked Sendable {
        // SAFETY: the thread of the test alone.
        var addresses: [String] = []
    }

    @Test("every address that an answer sends on to is asked about before anybody connects to it")
    func guardedRedirects() throws {
        let (server, other) = try (server(), server())
        defer { [server, other].forEach { $0.stop() } }
        server.change {
            $0.redirects = [
                "/a.wav": "/b/c.wav?x= 1", "/b/c.wav?x=+1": "../d.wav", "/d.wav": other.url("e.wav").absoluteString,
            ]
        }
        let asked = Asked()
        func read(forbidding end: String) -> String {
            asked.addresses = []
            var options = NetworkOptions()
            options.allowsRedirect = { address in
                asked.addresses.append(address)
                return !address.hasSuffix(end)
            }
            return reason { try self.read(server.url("a.wav"), options) }
        }
        let all = [server.url("b/c.wav?x=+1"), server.url("d.wav"), other.url("e.wav")].map(\.absoluteString)
        #expect(read(forbidding: "e.wav") == "its server sends on to where it may not lead")
        #expect(asked.addresses == all)
        #expect(other.requests.isEmpty)
        #expect(read(forbidding: "d.wav") == "its server sends on to where it may not lead")
        #expect(asked.addresses == Array(all.prefix(2)))
        #expect(read(forbidding: "nothing") == "100000 bytes")
        #expect(asked.addresses == all)
    }

    @Test(
        "what is asked about is the address that would be connected to, however it is written",
        arguments: [
            ("//127.0.0.2:9/a", "http://127.0.0.2:9/a"), ("file:///etc/passwd", "file:///etc/passwd"),
            ("gopher://127.0.0.1:9/a", "gopher://127.0.0.1:9/a"), ("HTTP://127.0.0.2:9", "http://127.0.0.2:9/"),
            ("http://127.0.0.1:9@127.0.0.2:9/", "http://127.0.0.1:9@127.0.0.2:9/"),
        ]
    )
    func guardedSpellings(target: String, address: String) throws {
        let server = try server { $0.redirects = ["/a.wav": target] }
        defer { server.stop() }
        let asked = Asked()
        var options = NetworkOptions()
        options.allowsRedirect = { address in
            asked.addresses.append(address)
            return false
        }
        #expect(reason { try read(server.url("a.wav"), options) } == "its server sends on to where it may not lead")
        #expect(asked.addresses == [address])
    }

    @Test("what a playlist names may not lead to another server where that is forbidden, in however many steps")
    func guardedPlaylist() async throws {
        let film = try Data(contentsOf: Samples.url("h264.ts"))
        let time = SystemNetworkTime()
        let (server, other) = (try server(), try WeatherServer(film) { time.now })
        defer { [server, other].forEach { $0.stop() } }
        let list =
            "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n\(server.url("a.ts").absoluteString)\n#EXT-X-ENDLIST\n"
        server.change {
            $0.data = Data(list.utf8)
            $0.redirects = ["/a.ts": "/b.ts", "/b.ts": other.url("c.ts").absoluteString]
        }
        func asset(_ restrictions: AVAssetReferenceRestrictions) -> AVURLAsset {
            let options = [AVURLAssetReferenceRestrictionsKey: restrictions.rawValue]
            return AVURLAsset(url: server.url("list.m3u8"), options: options)
        }
        let error = await #expect(throws: AVError.self) { try await asset(.forbidCrossSiteReference).load(.tracks) }
        #expect(error?.code == .referenceForbiddenByReferencePolicy, "\(String(describing: error))")
        #expect(other.requests.isEmpty)
        #expect(try await asset([]).load(.tracks).count == 2, "allowed when asked for")
    }

    @Test("an answer that sends on to two places is not followed where not every place will do")
    func twoPlaces() throws {
        let server = try server {
            $0.words =
                "HTTP/1.1 302 Found\r\nLocation: /b.wav\r\nLocation: http://127.0.0.2:9/\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        var options = NetworkOptions()
        options.allowsRedirect = { _ in true }
        #expect(reason { try read(server.url("a.wav"), options) } == "its server sends on to where it may not lead")
    }

    @Test("name and password of an address are told as the server asks for them, and nobody else")
    func credentials() throws {
        let server = try server { $0.authorization = "Basic \(Data("me:p@ss w".utf8).base64EncodedString())" }
        defer { server.stop() }
        let url = try #require(URL(string: "http://me:p%40ss%20w@127.0.0.1:\(server.port)/a.wav"))
        #expect(try read(url) == data)
        #expect(reason { try read(server.url("a.wav")) } == "its server answers 401 Unauthorized")
        server.change {
            $0.authorization = "Digest username=\"me\", realm=\"r\", nonce=\"n\", uri=\"/a.wav\", "
            $0.challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth,auth-int\", algorithm=MD5"
        }
        #expect(try read(url) == data)
        let other = try self.server()
        defer { other.stop() }
        server.change {
            $0.authorization = nil
            $0.redirects = ["/a.wav": other.url("b.wav").absoluteString]
        }
        #expect(try read(url) == data)
        #expect(other.requests.allSatisfy { $0.fields.allSatisfy { !$0.hasPrefix("Authorization") } })
    }

    @Test("a password is in no message")
    func secret() async throws {
        let server = try server { $0.statuses = [404] }
        defer { server.stop() }
        let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(server.port)/a.wav"))
        let error = await #expect(throws: AVError.self) { try await AVURLAsset(url: url).load(.tracks) }
        let name = server.url("a.wav").absoluteString
        #expect(error?.localizedDescription == "cannot open '\(name)': its server answers 404 Not Found")
    }

    @Test("what is packed is refused in one sentence", arguments: ["gzip", "br", "identity"])
    func packed(name: String) throws {
        let server = try server { $0.fields = ["Content-Encoding: \(name)"] }
        defer { server.stop() }
        let refusal = "its server sends it compressed (\(name)), which cannot be read in parts"
        #expect(reason { try read(server.url("a.wav")) } == (name == "identity" ? "100000 bytes" : refusal))
    }

    @Test("without a length it is read in order, in pieces to the last and otherwise to an end that nobody knows")
    func lengthless() throws {
        let server = try server { ($0.hasRanges, $0.isChunked) = (false, true) }
        defer { server.stop() }
        #expect(try read(server.url("a.wav")) == data)
        server.change { $0.cut = 70_000..<Int.max }
        #expect(reason { try read(server.url("a.wav")) } == "its server ended the connection after 70000 bytes")
        server.change { ($0.cut, $0.isChunked, $0.saysLength) = (nil, false, false) }
        #expect(
            reason { try read(server.url("a.wav")) }.hasPrefix("its server tells no length, and the connection ended")
        )
    }

    @Test(
        "what passes is tried again, and what does not is not",
        arguments: [(503, 3), (429, 3), (404, 1), (403, 1), (501, 1)]
    )
    func statuses(status: Int, count: Int) throws {
        let server = try server { $0.statuses = Array(repeating: status, count: 9) }
        defer { server.stop() }
        #expect(reason { try read(server.url("a.wav")) }.hasPrefix("its server answers \(status) "))
        #expect(server.requests.count == count)
    }

    @Test("a connection that is cut again and again goes on from the very byte each time")
    func cuts() throws {
        let server = try server { $0.rate = nil }
        defer { server.stop() }
        for place in stride(from: 10_000, to: 100_000, by: 10_000) {
            server.change { $0.cut = place..<place + 1 }
            #expect(
                reason { try read(server.url("a.wav")) }
                    == "its server ended the connection after \(place) of 100000 bytes"
            )
        }
        server.change { $0.cut = nil }
        #expect(try read(server.url("a.wav")) == data)
    }

    @Test("a server that is away for longer than all pauses is asked again as long as there is patience")
    func away() throws {
        let server = try server { $0.hold = 50_000..<Int.max }
        defer { server.stop() }
        var options = NetworkOptions()
        options.pauses = [0, 1_000_000]
        // The first of the pauses is none, the second follows it, and the third is beyond them.
        options.time = RevivingTime(after: 3) { try? server.revive() }
        let source = try RemoteAddress().open(server.url("a.wav"), options, CancellationFlag())
        var piece = [UInt8](repeating: 0, count: 100_000)
        var count = 0
        while count < 50_000 {
            count += try piece.withUnsafeMutableBytes { bytes in
                try source.read(at: Int64(count), into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            }
        }
        server.die()
        server.change { $0.hold = nil }
        while count < 100_000 {
            count += try piece.withUnsafeMutableBytes { bytes in
                try source.read(at: Int64(count), into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            }
        }
        #expect(Data(piece) == data)
    }

    @Test("two versions of a file differ where the server says so")
    func versions() {
        let first = RemoteVersion(length: 10, tag: "\"a\"", date: "Monday")
        #expect(first.fits(first))
        #expect(first.fits(RemoteVersion(length: nil, tag: nil, date: nil)))
        #expect(first.fits(RemoteVersion(length: 10, tag: "\"a\"", date: "Tuesday")))
        #expect(!first.fits(RemoteVersion(length: 11, tag: "\"a\"", date: "Monday")))
        #expect(!first.fits(RemoteVersion(length: 10, tag: "\"b\"", date: "Monday")))
        #expect(!first.fits(RemoteVersion(length: 10, tag: nil, date: "Tuesday")))
    }
}
