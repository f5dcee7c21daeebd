@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Selections")
struct MediaSelectionTests {
    private let asset = SelectionTracks.asset(SelectionTracks.film)

    private func group(_ characteristic: AVMediaCharacteristic) throws -> AVMediaSelectionGroup {
        try #require(asset.mediaSelectionGroup(forMediaCharacteristic: characteristic))
    }

    private func mutable() throws -> AVMutableMediaSelection {
        try #require(asset.preferredMediaSelection.mutableCopy() as? AVMutableMediaSelection)
    }

    @Test("the preferred selection has the default of each group, and leaves it to the user")
    func preferred() throws {
        let selection = asset.preferredMediaSelection
        let (audible, legible) = (try group(.audible), try group(.legible))
        #expect(selection.asset === asset)
        #expect(selection.selectedMediaOption(in: audible) == audible.options[0])
        #expect(selection.selectedMediaOption(in: legible) == nil)
        #expect(selection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
    }

    @Test("choosing changes one group, by hand from then on")
    func choosing() throws {
        let (audible, legible) = (try group(.audible), try group(.legible))
        let selection = try mutable()
        selection.select(audible.options[1], in: audible)
        #expect(selection.selectedMediaOption(in: audible) == audible.options[1])
        #expect(selection.selectedMediaOption(in: legible) == nil)
        #expect(!selection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
        #expect(selection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: legible))
        selection.select(legible.options[1], in: legible)
        selection.select(nil, in: legible)
        #expect(selection.selectedMediaOption(in: legible) == nil)
    }

    @Test("a copy does not follow the changes")
    func copies() throws {
        let audible = try group(.audible)
        let selection = try mutable()
        let copy = try #require(selection.copy() as? AVMediaSelection)
        let other = try #require(selection.mutableCopy() as? AVMutableMediaSelection)
        #expect(!(copy is AVMutableMediaSelection) && copy.copy() as? AVMediaSelection === copy)
        #expect(copy == selection && copy.hash == selection.hash)
        selection.select(audible.options[1], in: audible)
        #expect(copy != selection && other != selection && copy == other)
        #expect(copy.selectedMediaOption(in: audible) == audible.options[0])
        #expect(other.asset === asset)
    }

    @Test("every combination is there once, and the preferred one among them")
    func all() throws {
        let all = asset.allMediaSelections
        let (audible, legible) = (try group(.audible), try group(.legible))
        let chosen = all.map { [$0.selectedMediaOption(in: audible), $0.selectedMediaOption(in: legible)] }
        let (sound, texts) = (audible.options, legible.options)
        #expect(chosen.count == 6)
        #expect(Array(chosen.prefix(3)) == [[sound[0], texts[0]], [sound[0], texts[1]], [sound[0], nil]])
        #expect(Array(chosen.suffix(3)) == [[sound[1], texts[0]], [sound[1], texts[1]], [sound[1], nil]])
        #expect(all.contains(asset.preferredMediaSelection))
    }

    @Test("combinations end at their limit")
    func limit() {
        let groups = Array(repeating: (count: 1000, mayBeEmpty: true), count: 3)
        let combinations = MediaChoices.combinations(groups, limit: 10_000)
        #expect(combinations.count == 10_000 && combinations.last == [0, 9, 990])
        #expect(MediaChoices.combinations([], limit: 10) == [[]])
    }

    @Test("a group of another asset is chosen from by nobody")
    func foreignGroup() throws {
        let other = SelectionTracks.asset(SelectionTracks.film)
        let foreign = try #require(other.mediaSelectionGroup(forMediaCharacteristic: .audible))
        #expect(asset.preferredMediaSelection.selectedMediaOption(in: foreign) == nil)
        #expect(!asset.preferredMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: foreign))
        #expect(asset.preferredMediaSelection != other.preferredMediaSelection)
    }

    @Test("a selection does not keep its asset")
    func weakAsset() {
        let selection = SelectionTracks.asset(SelectionTracks.film).preferredMediaSelection
        #expect(selection.asset == nil)
        #expect(selection.groups.count == 2)
    }

    // MARK: Errors of the program

    @Test("no option where one is needed stops the program")
    func emptySelection() async {
        await #expect(processExitsWith: .exitCode(42)) {
            SelectionMisuse.expect("got no option for a group that needs one") { selection, audible, _ in
                selection.select(nil, in: audible)
            }
        }
    }

    @Test("an option of another group stops the program")
    func foreignOption() async {
        await #expect(processExitsWith: .exitCode(42)) {
            SelectionMisuse.expect("got an option of another group") { selection, audible, legible in
                selection.select(legible.options[0], in: audible)
            }
        }
    }

    @Test("a group of another asset stops the program")
    func foreignAsset() async {
        await #expect(processExitsWith: .exitCode(42)) {
            SelectionMisuse.expect("got a group of another asset") { selection, _, _ in
                let other = SelectionTracks.asset(SelectionTracks.film)
                guard let group = other.mediaSelectionGroup(forMediaCharacteristic: .audible) else { return }
                selection.select(group.options[0], in: group)
            }
        }
    }
}
