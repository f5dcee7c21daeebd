/// What is chosen in the groups of one asset. Pure: it knows options by their places only.
struct MediaChoices: Hashable {
    private struct Choice: Hashable {
        /// The place of the option in its group; nil for none.
        var option: Int?
        var isAutomatic: Bool
    }

    private var choices: [Choice]

    /// Takes one option, or none, of each group. `isAutomatic`: nobody has asked for just these.
    init(_ options: [Int?], isAutomatic: Bool) {
        choices = options.map { Choice(option: $0, isAutomatic: isAutomatic) }
    }

    /// The place of the option that is chosen in a group; nil for none.
    func option(inGroup group: Int) -> Int? { choices[group].option }

    /// Whether the choice in a group was left to the file.
    func isAutomatic(inGroup group: Int) -> Bool { choices[group].isAutomatic }

    /// Chooses an option, or none, because somebody asked for it.
    mutating func select(_ option: Int?, inGroup group: Int) {
        choices[group] = Choice(option: option, isAutomatic: false)
    }

    /// The places of all options.
    var options: [Int?] { choices.map(\.option) }

    /// Every combination of the options of groups that have so many each, but at most `limit`; the last group's option
    /// changes fastest. Where a group may be empty, none comes after its options.
    static func combinations(_ groups: [(count: Int, mayBeEmpty: Bool)], limit: Int) -> [[Int?]] {
        var combinations: [[Int?]] = [[]]
        for group in groups {
            let options: [Int?] = (0..<group.count).map { $0 } + (group.mayBeEmpty ? [nil] : [])
            var longer: [[Int?]] = []
            for combination in combinations where longer.count < limit {
                longer += options.prefix(limit - longer.count).map { combination + [$0] }
            }
            combinations = longer
        }
        return combinations
    }
}
