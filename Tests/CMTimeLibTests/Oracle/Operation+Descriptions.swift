import CMTimeLib

extension Operation {
    static let describing = [
        Operation("CMTimeCopyDescription", weight: 1) { generator in
            let time = generator.time()
            let library = text(CMTimeCopyDescription(allocator: nil, time: time))
            return disagreement(library, Oracle.description(time), [time])
        },
        Operation("CMTimeRangeCopyDescription", weight: 1) { generator in
            let range = generator.range()
            let library = text(CMTimeRangeCopyDescription(allocator: nil, range: range))
            return disagreement(library, Oracle.description(range), [range])
        },
        Operation("CMTimeMappingCopyDescription", weight: 1) { generator in
            let mapping = CMTimeMapping(source: generator.range(), target: generator.range())
            let library = text(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping))
            return disagreement(library, Oracle.description(mapping), [mapping])
        },
    ]

    private static func text(_ description: CFString?) -> String {
        description.map { "\($0)" } ?? "no text"
    }
}
