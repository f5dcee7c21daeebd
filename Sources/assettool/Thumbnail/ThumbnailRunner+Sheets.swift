import AssetKit

/// Pictures on their way to sheets: each one that is full is handed over.
private struct SheetFiller {
    let grid: SheetGrid
    let gap: Int
    let showsTimes: Bool
    /// How many pictures are to come, so that no sheet is larger than they need.
    let total: Int
    private(set) var sheet: ContactSheet?
    private var started = 0

    init(_ grid: SheetGrid, gap: Int, showsTimes: Bool, total: Int) {
        (self.grid, self.gap, self.showsTimes, self.total) = (grid, gap, showsTimes, total)
    }

    /// Puts a picture into the next cell and tells where that is.
    mutating func add(_ picture: Picture) throws(WorkError) -> (x: Int, y: Int, width: Int, height: Int) {
        var sheet = if let sheet { sheet } else { try start(picture.image) }
        let place = sheet.cell(sheet.times.count)
        sheet.add(picture, showsTime: showsTimes)
        self.sheet = sheet
        return (place.x, place.y, sheet.cellWidth, sheet.cellHeight)
    }

    private mutating func start(_ image: CGImage) throws(WorkError) -> ContactSheet {
        let left = grid.trimmed(to: total - started * grid.cellCount)
        started += 1
        return try ContactSheet(left, cellWidth: image.width, cellHeight: image.height, gap: gap)
    }

    mutating func takeSheet() -> ContactSheet? {
        defer { sheet = nil }
        return sheet
    }
}

extension ThumbnailRunner {
    /// How many sheets so many pictures fill.
    static func sheetCount(_ pictures: Int, _ grid: SheetGrid) -> Int {
        (pictures + grid.cellCount - 1) / grid.cellCount
    }

    // MARK: Contact sheets

    func sheets(_ grid: SheetGrid, _ console: Console) async throws -> ThumbnailReport {
        let staged = StagedOutput()
        let result = try await fill(grid, gap: 4) { sheet, index in
            let data = try encoded(sheet)
            if isStreamed { try console.writeData(data) } else { try staged.write(data, to: targets[index]) }
            return isStreamed ? "-" : targets[index].name
        }
        try Task.checkCancellation()
        try staged.commit()
        return .sheets(result.sheets, track: nil, sentences: result.sentences)
    }

    // MARK: Sprites

    func sprites(_ grid: SheetGrid) async throws -> ThumbnailReport {
        let staged = StagedOutput()
        let sheetTargets = Array(targets.dropFirst())
        var track = SpriteTrack()
        let result = try await fill(grid, gap: 0) { sheet, index in
            try staged.write(try encoded(sheet), to: sheetTargets[index])
            return sheetTargets[index].name
        } placed: { slot, index, cell in
            track.add(
                SpriteTrack.Cue(
                    part: slot.part,
                    sheet: PathText.lastComponent(sheetTargets[index].name),
                    x: cell.x,
                    y: cell.y,
                    width: cell.width,
                    height: cell.height
                )
            )
        }
        try staged.write(Data(track.text.utf8), to: targets[0])
        try Task.checkCancellation()
        try staged.commit()
        return .sheets(result.sheets, track: targets[0].name, sentences: result.sentences)
    }

    /// What the sheets of a WebVTT file are called: like it, with a number where there are several.
    static func spriteNames(of track: String, count: Int, _ format: StillFormat) -> [String] {
        let name = PathText.withoutEnding(track) + "." + format.rawValue
        guard count > 1 else { return [name] }
        return (1...count).map { PathText.inserting("-\($0)", beforeEndingOf: name) }
    }

    // MARK: Both

    private func encoded(_ sheet: ContactSheet) throws(WorkError) -> Data {
        guard let image = sheet.image() else { throw WorkError(message: "there is no memory for the sheet") }
        return try data(of: image)
    }

    /// Puts the pictures on sheets, and hands each sheet over when it is full.
    private func fill(
        _ grid: SheetGrid,
        gap: Int,
        _ write: (ContactSheet, Int) throws -> String,
        placed: (PictureSlot, Int, (x: Int, y: Int, width: Int, height: Int)) -> Void = { _, _, _ in }
    ) async throws -> (sheets: [SheetOutcome], sentences: [String]) {
        var filler = SheetFiller(grid, gap: gap, showsTimes: options.showsTimes, total: input.slots.count)
        var outcomes: [SheetOutcome] = []
        var sentences: [String] = []
        func finish() throws {
            guard let sheet = filler.takeSheet() else { return }
            let path = try write(sheet, outcomes.count)
            let used = sheet.grid.trimmed(to: sheet.times.count)
            outcomes.append(SheetOutcome(path: path, grid: used, times: sheet.times))
        }
        try await eachPicture { _, slot, result in
            do {
                let picture = try result.get()
                placed(slot, outcomes.count, try filler.add(picture))
            } catch let error as WorkError {
                throw error
            } catch {
                sentences.append(sentence(slot, error))
            }
            if filler.sheet?.isFull == true { try finish() }
        }
        try finish()
        guard !outcomes.isEmpty else { throw WorkError(message: sentences.first ?? "there is no picture to show") }
        return (outcomes, sentences)
    }
}
