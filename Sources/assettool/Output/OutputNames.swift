import AssetKit

/// The names of everything that one run writes.
enum OutputNames {
    /// Names each output of each input, in the order asked.
    ///
    /// Numbers run from 1 through all inputs, or start again with each one where the pattern tells inputs apart. A
    /// pattern without number and time that stands for more than one output gets `-1`, `-2` … before its ending.
    static func names(_ pattern: OutputPattern, for inputs: [(name: String, times: [CMTime])]) -> [[String]] {
        let total = inputs.reduce(0) { $0 + $1.times.count }
        var next = 1
        return inputs.map { input in
            if pattern.hasName { next = 1 }
            let count = pattern.hasName ? input.times.count : total
            let needsNumber = count > 1 && !pattern.hasNumber && !pattern.hasTime
            return input.times.map { time in
                defer { next += 1 }
                let name = pattern.name(number: next, time: time, input: input.name)
                return needsNumber ? PathText.inserting("-\(next)", beforeEndingOf: name) : name
            }
        }
    }

    /// Throws where two outputs have the same name. `inputs`: what each is of, where that says more than advice would.
    static func checkDistinct(
        _ names: [String],
        of inputs: [String]? = nil,
        _ verb: String
    ) throws(UsageError) {
        var owners: [String: Int] = [:]
        for (number, name) in names.enumerated() {
            guard let other = owners.updateValue(number, forKey: name) else { continue }
            let problem = "two outputs would be \(quoted(name))"
            guard let inputs else { throw UsageError("\(problem); put %d, %t or %n into -o", verb) }
            throw UsageError("\(problem): of \(quoted(inputs[other])) and of \(quoted(inputs[number]))", verb)
        }
    }
}
