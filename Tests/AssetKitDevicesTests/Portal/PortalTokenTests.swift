import AssetKitDevices
import Foundation
import Glibc
import Testing

@Suite("Portal: what was chosen is remembered")
struct PortalTokenTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)")

    private func token(_ application: String = "a program") -> PortalToken {
        PortalToken(of: application, ["XDG_STATE_HOME": folder.path])
    }

    @Test(
        "it lies where the environment says",
        arguments: [
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/assetkit/shared-screen-a%2fb"),
            (["HOME": "/h"], "/h/.local/state/assetkit/shared-screen-a%2fb"),
            (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/assetkit/shared-screen-a%2fb"),
            (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/assetkit/shared-screen-a%2fb"),
            (["HOME": "h"], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func place(environment: [String: String], path: String?) {
        #expect(PortalToken(of: "a/b", environment).path == path)
    }

    @Test("it is kept for its user alone, replaced as a whole, and forgotten")
    func keeping() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = token()
        #expect(token.read() == nil)
        token.keep("first")
        #expect(token.read() == "first")
        let path = try #require(token.path)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o600)
        #expect(try mode((path as NSString).deletingLastPathComponent) == 0o700)
        token.keep("second")
        #expect(token.read() == "second")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/assetkit").count == 1)
        #expect(self.token("another").read() == nil)
        token.keep(nil)
        token.keep(nil)
        #expect(token.read() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/assetkit").isEmpty)
    }

    @Test(
        "what is no word is not kept, and the one before is not either",
        arguments: ["", "a\0b", String(repeating: "x", count: 4096)]
    )
    func refused(word: String) {
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = token()
        token.keep("first")
        token.keep(word)
        #expect(token.read() == nil)
    }

    @Test("only the word that is meant is forgotten")
    func forgetting() {
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = token()
        token.keep("second")
        token.forget("first")
        token.forget(nil)
        #expect(token.read() == "second")
        token.forget("second")
        #expect(token.read() == nil)
    }

    @Test("the longest word is kept")
    func longest() {
        defer { try? FileManager.default.removeItem(at: folder) }
        let word = String(repeating: "é", count: 2047) + "x"
        token().keep(word)
        #expect(token().read() == word)
    }

    @Test("whatever else lies there is not believed, and in nobody's way")
    func strangers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = token()
        token.keep("first")
        let path = try #require(token.path)
        let contents: [Data] = [
            Data(), Data([0xFF, 0xFE]), Data("a\0b".utf8), Data(count: 5000), Data(repeating: 65, count: 1 << 20),
        ]
        for data in contents {
            try data.write(to: URL(filePath: path))
            #expect(token.read() == nil, "\(data)")
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(token.read() == nil)
        token.keep("second")
        #expect(token.read() == "second")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
        #expect(token.read() == nil)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(token.read() == nil)
        token.keep("third")
        #expect(token.read() == nil)
    }

    @Test("where there is no place for it nothing is kept")
    func nowhere() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder)
        token().keep("word")
        #expect(token().read() == nil)
        PortalToken(of: "a", [:]).keep("word")
        #expect(PortalToken(of: "a", [:]).read() == nil)
    }
}
