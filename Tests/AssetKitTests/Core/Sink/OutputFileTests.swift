import AssetKitBase
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("A new file")
struct OutputFileTests {
    private let folder = TemporaryFolder()

    private var target: String { folder.path("new.bin") }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path("")) }

    @Test("is invisible until it is published, and then has all its bytes")
    func publishing() throws {
        let file = try OutputFile(target, appears: .whenPublished, replaces: false)
        try file.append([1, 2, 3])
        try [9].withUnsafeBytes { try file.write(UnsafeRawBufferPointer(rebasing: $0[..<1]), at: 1) }
        #expect(!FileManager.default.fileExists(atPath: target))
        try file.publish(replaces: false)
        #expect(FileManager.default.contents(atPath: target) == Data([1, 9, 3]))
        #expect(try names() == ["new.bin"])
    }

    @Test("leaves nothing when it is let go")
    func lettingGo() throws {
        for appearance in [OutputFile.Appearance.whenPublished, .atOnce] {
            try OutputFile(target, appears: appearance, replaces: false).append([1])
            #expect(try names() == [])
        }
    }

    @Test("never takes the place of another one unless it may")
    func existing() throws {
        try Data([7]).write(to: URL(fileURLWithPath: target))
        #expect(throws: WriteFailure(number: EEXIST)) {
            try OutputFile(self.target, appears: .whenPublished, replaces: false)
        }
        let file = try OutputFile(target, appears: .whenPublished, replaces: true)
        try file.append([8])
        #expect(FileManager.default.contents(atPath: target) == Data([7]))
        #expect(throws: WriteFailure(number: EEXIST)) { try file.publish(replaces: false) }
        try file.publish(replaces: true)
        #expect(FileManager.default.contents(atPath: target) == Data([8]))
        #expect(try names() == ["new.bin"])
    }

    @Test("one that shows at once takes the place of another one with its first bytes")
    func showingInPlaceOfAnother() throws {
        try Data([7]).write(to: URL(fileURLWithPath: target))
        _ = try OutputFile(target, appears: .atOnce, replaces: true)
        #expect(FileManager.default.contents(atPath: target) == Data([7]))
        let file = try OutputFile(target, appears: .atOnce, replaces: true)
        #expect(FileManager.default.contents(atPath: target) == Data([7]))
        try file.append([8])
        try file.append([9])
        #expect(FileManager.default.contents(atPath: target) == Data([8, 9]))
        try file.publish(replaces: true)
        #expect(try names() == ["new.bin"])
    }

    @Test("one that shows at once is not kept without a byte, and what it was to replace is")
    func keepingNothing() throws {
        try OutputFile(target, appears: .atOnce, replaces: false).keep()
        #expect(try names() == [])
        try Data([7]).write(to: URL(fileURLWithPath: target))
        try OutputFile(target, appears: .atOnce, replaces: true).keep()
        #expect(FileManager.default.contents(atPath: target) == Data([7]))
        #expect(try names() == ["new.bin"])
    }

    @Test("a file that somebody is writing is not replaced", arguments: [true, false])
    func lockedTarget(showsAtOnce: Bool) throws {
        let appearance = showsAtOnce ? OutputFile.Appearance.atOnce : .whenPublished
        let recording = try OutputFile(target, appears: .atOnce, replaces: false)
        try recording.append([7])
        #expect(throws: WriteFailure(number: EBUSY)) {
            try OutputFile(self.target, appears: appearance, replaces: true)
        }
        // One that has replaced another is locked like a new one.
        recording.keep()
        try Data([1]).write(to: URL(fileURLWithPath: folder.path("other.bin")))
        let second = try OutputFile(folder.path("other.bin"), appears: .atOnce, replaces: true)
        try second.append([2])
        #expect(throws: WriteFailure(number: EBUSY)) {
            try OutputFile(self.folder.path("other.bin"), appears: appearance, replaces: true)
        }
        second.keep()
    }

    @Test("who asks again and again whether files are being written keeps nobody from it, and sees who does")
    func asking() throws {
        let (path, idle) = (target, folder.path("idle.bin"))
        let (flag, begun) = (CancellationFlag(), DispatchSemaphore(value: 0))
        let asker = TestThread {
            repeat {
                for name in [path, idle] { _ = OutputFile.isBeingWritten(name) }
                begun.signal()
            } while !flag.isCancelled
        }
        defer { flag.cancel() }
        try begun.waitPatiently("until somebody asks")
        // Each time other files: a process that another test starts may have those of before for a moment.
        for _ in 0..<2000 {
            let recording = try OutputFile(path, appears: .atOnce, replaces: false)
            try recording.append([7])
            try #require(OutputFile.isBeingWritten(path))
            try Data([1]).write(to: URL(fileURLWithPath: idle))
            try #require(!OutputFile.isBeingWritten(idle))
            try #require(try OutputFile(opening: idle).lock())
            #expect(unlink(idle) == 0)
            recording.discard()
        }
        flag.cancel()
        try asker.value()
    }

    @Test("a file that somebody began to write after it was looked at is not replaced")
    func overtaken() throws {
        try Data([1]).write(to: URL(fileURLWithPath: target))
        let (slow, fast) = (
            try OutputFile(target, appears: .atOnce, replaces: true),
            try OutputFile(target, appears: .atOnce, replaces: true)
        )
        try fast.append([2])
        #expect(throws: WriteFailure(number: EBUSY)) { try slow.append([3]) }
        slow.discard()
        fast.keep()
        #expect(FileManager.default.contents(atPath: target) == Data([2]))
    }

    @Test("what somebody has put under its name meanwhile stays when it is given up", arguments: [true, false])
    func namedOtherwise(isGone: Bool) throws {
        let file = try OutputFile(target, appears: .atOnce, replaces: false)
        try file.append([1])
        if isGone { #expect(unlink(target) == 0) }
        let theirs = folder.path("theirs.bin")
        try Data([7]).write(to: URL(fileURLWithPath: theirs))
        #expect(rename(theirs, target) == 0)
        file.discard()
        #expect(FileManager.default.contents(atPath: target) == Data([7]))
        #expect(try names() == ["new.bin"])
    }

    @Test("a file stays as long as what is to replace it is of no use by itself")
    func heldBack() throws {
        try Data([1]).write(to: URL(fileURLWithPath: target))
        let file = try OutputFile(target, appears: .atOnce, replaces: true)
        file.holdBack()
        try file.append([2])
        #expect(FileManager.default.contents(atPath: target) == Data([1]))
        try file.append([3])
        try file.show()
        #expect(FileManager.default.contents(atPath: target) == Data([2, 3]))
        file.keep()
        let second = folder.path("other.bin")
        try Data([1]).write(to: URL(fileURLWithPath: second))
        let other = try OutputFile(second, appears: .atOnce, replaces: true)
        other.holdBack()
        try other.append([4])
        other.keep()
        other.discard()
        #expect(FileManager.default.contents(atPath: second) == Data([1]))
    }

    @Test("removes what a killed one of the same name left, and nothing else")
    func abandoned() throws {
        for name in [".new.bin.assettool-1abc", ".other.bin.assettool-1abc", ".new.bin.assettool-held"] {
            try Data().write(to: URL(fileURLWithPath: folder.path(name)))
        }
        let left = folder.path(".new.bin.assettool-2def")
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        try Data([1]).write(to: URL(fileURLWithPath: left + "/segment-1.m4s"))
        // Somebody is at work on this one.
        let held = open(folder.path(".new.bin.assettool-held"), O_RDONLY)
        defer { close(held) }
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        _ = try OutputFile(target, appears: .whenPublished, replaces: false)
        #expect(try names() == [".new.bin.assettool-held", ".other.bin.assettool-1abc"])
    }

    @Test("what takes the place of another one is locked, so that its hidden name of that moment stays")
    func momentaryName() throws {
        try Data([1]).write(to: URL(fileURLWithPath: target))
        let hidden = HiddenFile(of: target)
        let (descriptor, path) = try hidden.create()
        defer { close(descriptor) }
        // Where there are no files without a name, it has had one, and the lock, from the beginning.
        if let path { try hidden.rename(path, replaces: true) } else { try hidden.name(descriptor, replaces: true) }
        let other = folder.path(".new.bin.assettool-1abc")
        #expect(link(target, other) == 0)
        hidden.removeAbandoned()
        #expect(try names().sorted() == [".new.bin.assettool-1abc", "new.bin"])
    }

    @Test("hidden files of what becomes a hidden file are its target's")
    func nested() throws {
        for name in [".new.bin.assettool-1abc", ".new.bin"] {
            try Data().write(to: URL(fileURLWithPath: folder.path(name)))
        }
        HiddenFile(of: folder.path(".new.bin.assettool-2def")).removeAbandoned()
        #expect(try names() == [".new.bin"])
    }

    private func inode(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    @Test("a file without a name is there as long as somebody has it")
    func nameless() throws {
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: target))
        var file: NamelessFile? = try NamelessFile(taking: target)
        #expect(try names() == [])
        let path = try #require(file?.path)
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        let before = try #require(inode(path))
        file = nil
        // Another test may have opened a file of that number meanwhile.
        #expect(inode(path) != before)
    }

    @Test("a folder that is there and takes no files is not said to be missing")
    func closedFolder() {
        let closed = #expect(throws: WriteFailure.self) {
            try OutputFile("/proc/new.bin", appears: .atOnce, replaces: false)
        }
        #expect(closed?.number == ENOENT && closed?.reason == "no file can be made in that folder")
        let missing = #expect(throws: WriteFailure.self) {
            try OutputFile(self.folder.path("none/new.bin"), appears: .atOnce, replaces: false)
        }
        #expect(missing?.reason == "the folder does not exist")
        let temporary = WriteFailure(number: ENOENT, temporaryFolder: "/proc", isFolderClosed: true)
        let place = "the folder for temporary files, '/proc'"
        #expect(temporary.reason == "\(place): no file can be made in that folder; TMPDIR names another")
    }

    @Test("takes stretches of other files")
    func copying() throws {
        let source = folder.path("source.bin")
        try Data(0..<200).write(to: URL(fileURLWithPath: source))
        let descriptor = open(source, O_RDONLY)
        defer { close(descriptor) }
        let file = try OutputFile(target, appears: .whenPublished, replaces: false)
        try file.append([0])
        try file.copy(50..<60, of: descriptor, to: 1)
        #expect(file.length == 11)
        #expect(throws: WriteFailure(number: EIO)) { try file.copy(150..<300, of: descriptor, to: 11) }
        try file.truncate(to: 11)
        try file.publish(replaces: false)
        #expect(FileManager.default.contents(atPath: target) == Data([0]) + Data(50..<60))
    }
}
