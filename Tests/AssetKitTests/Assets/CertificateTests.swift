import AssetKit
import AssetKitAssets
import Foundation
import TestSupport
import Testing

@testable import AssetKitFFmpeg

@Suite("Certificates of servers", .enabled(if: RangeServer.isPossible))
struct CertificateTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func asset(_ url: URL, trusting file: String?) -> AVURLAsset {
        var network = NetworkOptions()
        network.pauses = []
        network.authorities = CertificateAuthorities(file.map { ["SSL_CERT_FILE": $0] } ?? [:])
        let options: [String: Any] = [
            networkOptionsKey: network,
            AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions(rawValue: 0),
        ]
        return AVURLAsset(url: url, options: options)
    }

    private func expectRefusal(_ asset: AVURLAsset, _ sentence: String) async {
        let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
        #expect(error?.localizedDescription == "cannot open '\(asset.url.absoluteString)': \(sentence)")
        #expect(error?.code == .serverIncorrectlyConfigured)
    }

    @Test("an address whose certificate is in order is read like a file")
    func good() async throws {
        let server = try await RangeServer.start(SampleMedia.folder, certificate: authority.certificate(.good))
        defer { server.stop() }
        for name in ["h264-bframes.mp4", "subtitles.mkv"] {
            let remote = asset(server.url(name), trusting: authority.path)
            let local = AVURLAsset(url: SampleMedia.url(name))
            #expect(try await AssetDump.lines(of: remote) == AssetDump.lines(of: local))
        }
    }

    @Test(
        "one that is not is refused in one sentence",
        arguments: [
            (.expired, "its server's certificate has expired"),
            (.otherName, "its server's certificate is for another name"),
            (.selfSigned, "its server's certificate is signed by nobody that is trusted here"),
        ] as [(TestAuthority.Kind, String)]
    )
    func refused(kind: TestAuthority.Kind, sentence: String) async throws {
        let server = try await RangeServer.start(SampleMedia.folder, certificate: authority.certificate(kind))
        defer { server.stop() }
        await expectRefusal(asset(server.url("faststart.mp4"), trusting: authority.path), sentence)
    }

    @Test("an authority that the system does not know is none, until somebody names it")
    func unknown() async throws {
        let server = try await RangeServer.start(SampleMedia.folder, certificate: authority.certificate(.good))
        defer { server.stop() }
        let url = server.url("faststart.mp4")
        await expectRefusal(
            asset(url, trusting: nil),
            "its server's certificate is signed by nobody that is trusted here"
        )
        let error = await #expect(throws: AVError.self) {
            try await asset(url, trusting: "/nowhere.pem").load(.tracks)
        }
        #expect(
            error?.failureReason?.hasPrefix("the certificates of those whom this system trusts cannot be read") == true
        )
    }

    @Test("who speaks no TLS is no server of an https address")
    func plain() async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let name = server.url("faststart.mp4").absoluteString.replacing("http:", with: "https:")
        let url = try #require(URL(string: name))
        let error = await #expect(throws: AVError.self) { try await asset(url, trusting: authority.path).load(.tracks) }
        #expect(error?.failureReason?.hasPrefix("its server cannot be reached: ") == true)
    }

    @Test("it is not sent on to where anybody can read along, and the other way round it is")
    func redirects() async throws {
        let secure = try await RangeServer.start(SampleMedia.folder, certificate: authority.certificate(.good))
        let plain = try await RangeServer.start(SampleMedia.folder)
        defer { [secure, plain].forEach { $0.stop() } }
        let (file, secret) = (plain.url("faststart.mp4").absoluteString, secure.url("faststart.mp4").absoluteString)
        await expectRefusal(
            asset(secure.redirect(to: file), trusting: authority.path),
            "its server sends on from https to http, which anybody on the way can change"
        )
        #expect(try await asset(plain.redirect(to: secret), trusting: authority.path).load(.tracks).count == 2)
        await expectRefusal(
            asset(plain.redirect(to: secret), trusting: nil),
            "its server's certificate is signed by nobody that is trusted here"
        )
    }

    @Test("what a playlist names is read as carefully as the playlist", arguments: TestAuthority.Kind.allCases)
    func playlist(kind: TestAuthority.Kind) async throws {
        let server = try await RangeServer.start(SampleMedia.folder, certificate: authority.certificate(kind))
        defer { server.stop() }
        let folder = TemporaryFolder()
        let list = URL(filePath: folder.path("list.m3u8"))
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:3", "#EXTINF:3,", server.url("h264.ts").absoluteString]
        try Data((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8).write(to: list)
        let asset = asset(list, trusting: authority.path)
        if kind == .good {
            #expect(try await asset.load(.tracks).count == 2)
        } else {
            let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
            #expect(error?.failureReason?.hasPrefix("its server's certificate ") == true)
        }
    }
}
