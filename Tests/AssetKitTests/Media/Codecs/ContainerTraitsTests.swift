import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("The table of containers that are read")
struct ContainerTraitsTests {
    @Test("every container has a row of its own, which FFmpeg's name finds", arguments: MediaContainer.allCases)
    func rows(container: MediaContainer) {
        let traits = container.traits
        #expect(traits.container == container)
        #expect(!traits.title.isEmpty)
        #expect(ContainerTraits.named(container.rawValue) === traits)
    }

    @Test("types of files follow from containers")
    func types() {
        #expect(MediaContainer.isoMedia.traits.fileType == .mp4)
        #expect(MediaContainer.wave64.traits.fileType == .wav)
        #expect(MediaContainer.amrWB.traits.fileType == .amr)
        #expect(MediaContainer.avi.traits.fileType == nil)
    }

    @Test("one that is not listed goes by its first name, and pictures by what theirs end with")
    func unlisted() {
        let unknown = ContainerTraits.named("asf_o")
        #expect(unknown.container == nil && unknown.title == "ASF_O" && unknown.habits.isEmpty)
        #expect(ContainerTraits.named("one,two").title == "ONE")
        let picture = ContainerTraits.named("psd_pipe")
        #expect(picture.title == "PSD" && picture.habits == .isStillPicture)
        #expect(ContainerTraits.named("").title == "")
    }

    @Test("what people call the container of facts: its type, or what the table says")
    func names() {
        var facts = MediaFacts()
        #expect(facts.containerName == nil && facts.knownContainer == nil)
        facts.container = "avi"
        #expect(facts.containerName == "AVI" && facts.containerTraits.habits.contains(.numbersSamples))
        facts.container = "mov,mp4,m4a,3gp,3g2,mj2"
        #expect(facts.containerName == "QuickTime movie")
        facts.fileType = .m4a
        #expect(facts.containerName == "MPEG-4 sound")
        facts.container = "image2"
        facts.fileType = nil
        #expect(facts.containerName == "still picture")
    }

    @Test("raw sound is no container that is counted otherwise, and no table of samples")
    func sound() {
        for container in MediaContainer.allCases where container.traits.habits.contains(.isRawSound) {
            let habits = container.traits.habits
            #expect(habits.isDisjoint(with: [.hasSampleTables, .isCountedOtherwise, .isStillPicture]), "\(container)")
        }
    }
}
