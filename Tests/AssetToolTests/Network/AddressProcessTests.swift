import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool on addresses of the web, as a process", .waitsForPrograms)
struct AddressProcessTests {
    private func file(_ path: String) -> URL { PackageFolder.root.appending(path: path) }

    private func server() throws -> WeatherServer {
        try WeatherServer(Data(contentsOf: file("SampleMedia/wav-16bit.wav"))) {
            Int64(DispatchTime.now().uptimeNanoseconds)
        }
    }

    /// Runs a shell line in a folder of its own, in which `$a` is an address.
    private func run(_ address: String, _ command: String) throws -> ToolProcess {
        try ToolProcess(
            shell: """
                a='\(address)'
                folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
                \(command)
                """
        )
    }

    @Test("names with spaces, per cents and what else there is go over the wire as they are written")
    func names() throws {
        let server = try server()
        defer { server.stop() }
        let path = "a%20b/100%25%20%C3%BC.wav?x=%26&y=1"
        let outcome = try run(server.url(path).absoluteString, #""$tool" info "$a""#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!server.requests.isEmpty && server.requests.allSatisfy { $0.path == "/\(path)" })
    }

    @Test("a proxy that the environment names is asked, unless a server is left out")
    func proxy() throws {
        let (proxy, server) = try (server(), server())
        defer { [proxy, server].forEach { $0.stop() } }
        let settings = "export http_proxy=http://127.0.0.1:\(proxy.port)/ no_proxy=127.0.0.1"
        let far = try run("http://nowhere.invalid/a.wav", "\(settings); \"$tool\" info \"$a\"")
        #expect(far.code == 0, "\(far.errors)")
        #expect(proxy.requests.first?.path == "http://nowhere.invalid/a.wav")
        let count = proxy.requests.count
        #expect(try run(server.url("a.wav").absoluteString, "\(settings); \"$tool\" info \"$a\"").code == 0)
        #expect(proxy.requests.count == count && !server.requests.isEmpty)
    }

    @Test("certificates are checked, and the environment says whom to trust", .enabled(if: Self.hasPython))
    func certificate() throws {
        let script = file("Tests/AssetKitTests/Support/range_server.py").path
        let outcome = try run(
            "faststart.mp4",
            """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 2 -subj /CN=localhost \\
                -addext subjectAltName=IP:127.0.0.1 2> log || exit 9
            cat certificate key > both
            unset CURL_CA_BUNDLE SSL_CERT_DIR
            coproc python3 '\(script)' '\(file("SampleMedia").path)' both
            read -r port <&"${COPROC[0]}"
            SSL_CERT_FILE=certificate "$tool" info "https://127.0.0.1:$port/$a" > /dev/null || exit
            unset SSL_CERT_FILE
            "$tool" info "https://127.0.0.1:$port/$a" 2>&1 | sed "s/$port/PORT/"
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let sentence = "its server's certificate is signed by nobody that is trusted here"
        #expect(outcome.output == "assettool: cannot open 'https://127.0.0.1:PORT/faststart.mp4': \(sentence)\n")
    }

    private static let hasPython: Bool = {
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") { return true }
        print("*** LEFT OUT: there is no /usr/bin/python3; certificates are not tried through assettool ***")
        return false
    }()

    @Test(
        "Ctrl-C ends what waits for a server, and nothing is left",
        arguments: ["info \"$a\"", "thumbnail \"$a\"", "trim \"$a\" --from 0 --to 1 -o new.wav"]
    )
    func interruption(command: String) throws {
        let server = try server()
        defer { server.stop() }
        server.change { $0.hold = 100..<Int.max }
        let outcome = try run(
            server.url("a.wav").absoluteString,
            """
            set -m
            "$tool" \(command) & pid=$!
            until grep -q "0100007F:$(printf %04X \(server.port)) 01 " /proc/net/tcp; do sleep 0.01; done
            kill -INT $pid; wait $pid; code=$?
            ls -A
            exit $code
            """
        )
        #expect(outcome.code == 130, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
