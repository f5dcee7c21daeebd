import AssetKitInterchange
import Foundation
import Testing

@Suite("What may be opened")
struct MediaReferencePolicyTests {
    private let policy = MediaReferencePolicy(folder: "/jobs/one") { path in
        ["/jobs/one/out": "/etc", "/jobs/one/in": "sub/media", "/jobs/one/loop": "loop", "/jobs/one/up": ".."][path]
    }

    @Test(
        "media at or below the document's folder is opened",
        arguments: [
            ("a.mov", "a.mov"), ("./sub/../b.mov", "b.mov"), ("file:///jobs/one/c%20d.mov", "c d.mov"),
            ("/jobs/one/e%20f.mov", "e%20f.mov"), ("file://localhost/jobs/one/g.mov", "g.mov"),
            ("in/h.mov", "sub/media/h.mov"), ("100%.mov", "100%.mov"), ("sub/i:j.mov", "sub/i:j.mov"),
            ("file:k.mov", "k.mov"), ("../one/l.mov", "l.mov"), ("FILE:///jobs/one/m#1?.mov", "m#1?.mov"),
            ("//jobs//one/n.mov", "n.mov"), ("..mov", "..mov"),
        ]
    )
    func below(target: String, path: String) {
        #expect(policy.verdict(on: target) == .allowed(path: "/jobs/one/\(path)"))
    }

    @Test(
        "media elsewhere needs permission, and the sentence says how",
        arguments: [
            ("../a.mov", "/jobs/a.mov"), ("/etc/passwd", "/etc/passwd"), ("file:///etc/passwd", "/etc/passwd"),
            ("%2e%2e/a.mov", "/jobs/a.mov"), ("/jobs/one-more/a.mov", "/jobs/one-more/a.mov"), (".", "/jobs/one"),
            ("sub/%2E%2E/%2E%2E/../a", "/a"),
        ]
    )
    func elsewhere(target: String, path: String) {
        let reason =
            "'\(target)' is not below the document's folder '/jobs/one', and only --allow-references lets it be opened"
        #expect(policy.verdict(on: target) == .outside(.file(path), reason: reason))
    }

    @Test(
        "a link that leads elsewhere needs permission, and the sentence says where it leads",
        arguments: [
            ("out/passwd", "/etc/passwd"), ("out/../../x", "/x"), ("up/one/../x", "/jobs/x"), ("out", "/etc"),
            ("/jobs/one/out/passwd", "/etc/passwd"),
        ]
    )
    func links(target: String, path: String) {
        let reason =
            "'\(target)' leads through a link to '\(path)', which is not below the document's folder '/jobs/one', and "
            + "only --allow-references lets it be opened"
        #expect(policy.verdict(on: target) == .outside(.file(path), reason: reason))
    }

    @Test(
        "addresses need permission",
        arguments: [
            "http://host/a.mov", "https://host/a", "rtmp://x", "concat:a|b", "data:x,y", "file://host/share/a.mov",
        ]
    )
    func addresses(target: String) {
        let reason = "'\(target)' is an address, and only --allow-references lets it be opened"
        #expect(policy.verdict(on: target) == .outside(.address(target), reason: reason))
    }

    @Test(
        "what leads nowhere is refused",
        arguments: [
            "", "a\0b", "file:///jobs/one/%00", "C:\\a.mov", "loop", "file:", "file://x",
            String(repeating: "a/", count: 9999),
        ]
    )
    func unusable(target: String) {
        guard case .unusable(let reason) = policy.verdict(on: target) else {
            Issue.record("usable")
            return
        }
        #expect(reason.hasPrefix("'"))
        #expect(reason.utf8.count < 200)
    }

    @Test("links of the file system are followed, those of the folder too")
    func onDisk() throws {
        let files = FileManager.default
        let base = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? files.removeItem(at: base) }
        try files.createDirectory(at: base.appendingPathComponent("real"), withIntermediateDirectories: true)
        func link(_ name: String, to target: String) throws {
            try files.createSymbolicLink(atPath: base.appendingPathComponent(name).path, withDestinationPath: target)
        }
        try link("alias", to: "real")
        try link("real/escape", to: "/etc/hostname")
        let policy = MediaReferencePolicy(folder: base.appendingPathComponent("alias").path)
        #expect(policy.folder.hasSuffix("/real"))
        #expect(policy.verdict(on: "a.mov") == .allowed(path: policy.folder + "/a.mov"))
        guard case .outside(.file("/etc/hostname"), let reason) = policy.verdict(on: "escape") else {
            Issue.record("the link was not followed")
            return
        }
        #expect(reason.hasPrefix("'escape' leads through a link to '/etc/hostname', which is not below"))
        #expect(reason.contains("--allow-references"))
    }
}
