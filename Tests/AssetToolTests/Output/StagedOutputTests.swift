import AssetKit
import Testing

@testable import assettool

@Suite("Outputs, all or nothing")
struct StagedOutputTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func target(_ name: String, overwrites: Bool = false) throws -> OutputTarget {
        try OutputTarget(folder.path(name), overwrites: overwrites)
    }

    @Test("files appear under their names when the set is committed")
    func commit() throws {
        let staged = StagedOutput()
        for name in ["a.jpg", "b %d\n.jpg"] { try staged.write(Data("new".utf8), to: target(name)) }
        #expect(
            try folder.contents.allSatisfy {
                $0.hasPrefix(".a.jpg.assettool-") || $0.hasPrefix(".b %d\n.jpg.assettool-")
            }
        )
        try staged.commit()
        #expect(try folder.contents == ["a.jpg", "b %d\n.jpg"])
        #expect(try folder.text(of: "a.jpg") == "new")
    }

    @Test("a file that is written by pieces has all of them, and none where one fails")
    func pieces() throws {
        let staged = StagedOutput()
        let words = ["one, ", "two, ", "three"]
        try staged.write(to: target("a.txt")) { write in for word in words { try write(Data(word.utf8)) } }
        let failure = #expect(throws: WorkError.self) {
            let failing = StagedOutput()
            try failing.write(to: target("b.txt")) { write in
                try write(Data("one, ".utf8))
                throw WorkError(message: "the second is missing")
            }
        }
        #expect(failure?.message == "the second is missing")
        try staged.commit()
        #expect(try folder.contents == ["a.txt"])
        #expect(try folder.text(of: "a.txt") == "one, two, three")
    }

    @Test("what a killed process left of the same name is removed, and what another is writing is not")
    func abandoned() throws {
        for name in [".a.jpg.assettool-left", ".b.jpg.assettool-left"] { try folder.write("unfinished", to: name) }
        let first = StagedOutput()
        try first.write(Data("first".utf8), to: target("a.jpg"))
        let second = StagedOutput()
        try second.write(Data("second".utf8), to: target("a.jpg"))
        #expect(try folder.contents.filter { $0.hasPrefix(".a.jpg") }.count == 2)
        try first.commit()
        second.discard()
        #expect(try folder.contents == [".b.jpg.assettool-left", "a.jpg"])
        #expect(try folder.text(of: "a.jpg") == "first")
    }

    @Test("a set that is let go leaves nothing and changes nothing")
    func discard() throws {
        try folder.write("old", to: "a.jpg")
        do {
            let staged = StagedOutput()
            try staged.write(Data("new".utf8), to: target("a.jpg", overwrites: true))
            try staged.write(Data("new".utf8), to: target("b.jpg"))
        }
        #expect(try folder.contents == ["a.jpg"])
        #expect(try folder.text(of: "a.jpg") == "old")
    }

    @Test("what exists is refused, or replaced with its permissions kept")
    func overwriting() throws {
        try folder.write("old", to: "a.jpg")
        chmod(folder.path("a.jpg"), 0o640)
        let error = #expect(throws: WorkError.self) { try target("a.jpg") }
        #expect(error?.message == "cannot write '\(folder.path("a.jpg"))': it exists already; --overwrite replaces it")
        let staged = StagedOutput()
        try staged.write(Data("new".utf8), to: target("a.jpg", overwrites: true))
        try staged.commit()
        #expect(try folder.text(of: "a.jpg") == "new")
        var status = stat()
        #expect(stat(folder.path("a.jpg"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test("what appears while the work goes on is not replaced, and the others of the set disappear")
    func race() throws {
        let staged = StagedOutput()
        try staged.write(Data("new".utf8), to: target("a.jpg"))
        try staged.write(Data("new".utf8), to: target("b.jpg"))
        try folder.write("someone else's", to: "b.jpg")
        #expect(throws: WorkError.self) { try staged.commit() }
        staged.discard()
        #expect(try folder.contents == ["b.jpg"])
        #expect(try folder.text(of: "b.jpg") == "someone else's")
    }

    @Test("a link stays, and what it leads to is replaced")
    func symbolicLink() throws {
        try folder.write("old", to: "real.jpg")
        #expect(symlink("real.jpg", folder.path("link.jpg")) == 0)
        let staged = StagedOutput()
        try staged.write(Data("new".utf8), to: target("link.jpg", overwrites: true))
        try staged.commit()
        #expect(try folder.text(of: "real.jpg") == "new")
        var status = stat()
        #expect(lstat(folder.path("link.jpg"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("folders, places that are not there and the input itself are refused before any work")
    func refusals() throws {
        for name in ["", "nowhere/a.jpg"] {
            #expect(throws: WorkError.self, "\(name)") { try target(name) }
            #expect(throws: WorkError.self, "\(name)") { try target(name, overwrites: true) }
        }
        #expect(throws: WorkError.self) { try OutputTarget("/dev/null/a.jpg", overwrites: true) }
        try folder.write("input", to: "in.jpg")
        let input = try #require(FileIdentity(path: folder.path("in.jpg")))
        #expect(throws: WorkError.self) { try OutputTarget(folder.path("in.jpg"), overwrites: true, inputs: [input]) }
    }

    @Test("a folder that is there and takes no files is not said to be missing")
    func closedFolder() {
        let failure = #expect(throws: TemporaryFiles.OpenFailure.self) {
            try TemporaryFiles.create(beside: "/proc/a.jpg")
        }
        #expect(failure?.reason == "no file can be made in that folder")
        let error = #expect(throws: WorkError.self) {
            try StagedOutput().write(Data("new".utf8), to: OutputTarget("/proc/a.jpg", overwrites: false))
        }
        // Who may not write there hears that first.
        let reason = access("/proc", W_OK) == 0 ? "no file can be made in that folder" : "Permission denied"
        #expect(error?.message == "cannot write '/proc/a.jpg': \(reason)")
    }

    @Test("a device is written to and stays a device, and a full one is an error")
    func devices() throws {
        let staged = StagedOutput()
        try staged.write(Data("new".utf8), to: OutputTarget("/dev/null", overwrites: true))
        let error = #expect(throws: WorkError.self) {
            try staged.write(Data("new".utf8), to: OutputTarget("/dev/full", overwrites: false))
        }
        #expect(error?.message == "cannot write '/dev/full': No space left on device")
        try staged.commit()
        #expect(try OutputTarget("/dev/null", overwrites: false).kind == .stream)
    }

    @Test("a name of as many bytes as a file system allows is no problem")
    func longName() throws {
        let name = String(repeating: "n", count: 251) + ".jpg"
        let staged = StagedOutput()
        try staged.write(Data("new".utf8), to: target(name))
        try staged.commit()
        #expect(try folder.contents == [name])
    }
}
