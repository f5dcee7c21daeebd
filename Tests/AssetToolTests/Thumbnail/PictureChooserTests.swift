import AssetKit
import Testing

@testable import assettool

@Suite("Choosing a picture")
struct PictureChooserTests {
    private let hundredSeconds = CMTime(value: 100, timescale: 1)
    private let any = (before: CMTime.positiveInfinity, after: CMTime.positiveInfinity)

    private func one(_ film: FakeFilm) throws -> PictureSlots { try PictureSelection.one.slots(in: film.times) }

    @Test("a picture that is not black stays the one that was asked for")
    func notBlack() async throws {
        let film = FakeFilm(duration: hundredSeconds) { _ in try TestPicture.scene() }
        let wanted = try one(film)
        let result = try await PictureChooser(source: film, file: film.times).movedPastBlack(wanted, any)
        #expect(result.slots == wanted.slots)
        #expect(!result.areChosen)
        #expect(wanted.slots[0].time.seconds == 10)
    }

    @Test("a film that begins in the dark shows what comes behind it")
    func movedPastBlack() async throws {
        let film = FakeFilm(duration: hundredSeconds) { second in
            second < 33 ? try TestPicture.flat(2) : try TestPicture.scene()
        }
        let result = try await PictureChooser(source: film, file: film.times).movedPastBlack(try one(film), any)
        #expect(result.slots[0].time.seconds == 10)
        #expect(result.slots[0].choice?.seconds == 35)
    }

    @Test("a film that is black throughout shows black")
    func allBlack() async throws {
        let film = FakeFilm(duration: hundredSeconds) { _ in try TestPicture.flat(0) }
        let result = try await PictureChooser(source: film, file: film.times).movedPastBlack(try one(film), any)
        #expect(!result.areChosen)
    }

    @Test("the representative picture is one of the kind that shows most, and none of the bad ones")
    func representative() async throws {
        // Black at both ends, a white flash, a blue interlude, and otherwise one scene.
        let film = FakeFilm(duration: hundredSeconds) { second in
            switch second {
            case ..<12, 92...: try TestPicture.flat(0)
            case 40..<47: try TestPicture.flat(255)
            case 60..<67: try TestPicture.make { _, _ in (20, 30, 200) }
            default: try TestPicture.scene(shift: Int(second / 10))
            }
        }
        let result = try await PictureChooser(source: film, file: film.times).representative()
        let second = try #require(result.slots.first?.choice?.seconds)
        #expect((12..<92).contains(second))
        #expect(!(40..<47).contains(second) && !(60..<67).contains(second))
        #expect(result.areChosen)
    }

    @Test("a moment in the middle of a transition is not chosen")
    func transition() async throws {
        // Every picture that can be had cheaply lies in a fade, but for one scene.
        let film = FakeFilm(duration: hundredSeconds) { second in
            let isCalm = (48..<58).contains(second)
            return try TestPicture.scene(
                shift: isCalm ? 0 : Int(second * 47),
                red: isCalm ? 40 : Int(second * 977) % 80
            )
        }
        let result = try await PictureChooser(source: film, file: film.times).representative()
        #expect((48..<58).contains(try #require(result.slots.first?.choice?.seconds)))
    }

    @Test("a film whose pictures all fail has none to show")
    func broken() async throws {
        let film = FakeFilm(duration: hundredSeconds) { _ in throw CocoaError(.fileReadCorruptFile) }
        await #expect(throws: WorkError.self) {
            try await PictureChooser(source: film, file: film.times).representative()
        }
        let result = try await PictureChooser(source: film, file: film.times).movedPastBlack(try one(film), any)
        #expect(!result.areChosen)
    }

    @Test("a film without a length still has a first picture")
    func unknownLength() async throws {
        let film = FakeFilm(duration: .indefinite) { _ in try TestPicture.scene() }
        #expect(try one(film).slots[0].time == .zero)
        let result = try await PictureChooser(source: film, file: film.times).representative()
        #expect(result.slots[0].choice == .zero)
    }
}
