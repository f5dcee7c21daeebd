/// A camera that was seen: where it is, what it is called, and what came of opening it.
struct CameraSighting {
    let place: CameraPlace
    var id: String
    let outcome: Outcome

    enum Outcome {
        case open(CameraNode, CameraAbility)
        /// It is there, and cannot be opened.
        case closed(CameraProblem)
    }

    /// Nil for what is no camera.
    init?(_ place: CameraPlace, _ calls: CameraCalls) {
        do throws(CameraProblem) {
            let node = try CameraNode(place.path, calls)
            guard let ability = try node.ability() else { return nil }
            outcome = .open(node, ability)
            id = place.identity(ability)
        } catch {
            // What has no answers is no camera. Other nodes of a camera have its pictures' numbers and the like.
            if error.isGone || error.isUnsupported || place.index ?? 0 > 0 { return nil }
            outcome = .closed(error)
            id = place.identity(nil)
        }
        self.place = place
    }

    var ability: CameraAbility? {
        if case .open(_, let ability) = outcome { ability } else { nil }
    }

    var problem: CameraProblem? {
        if case .closed(let problem) = outcome { problem } else { nil }
    }

    var name: String {
        let title = place.title(ability)
        return title.isEmpty ? place.path : title
    }

    /// All that is known. Asks the driver.
    var facts: DeviceFacts? {
        var facts = DeviceFacts(
            id: id,
            kind: .camera,
            name: name,
            model: place.model(ability),
            manufacturer: place.manufacturer,
            position: place.position
        )
        switch outcome {
        case .closed(let problem): facts.obstacle = problem.explanation.reason
        case .open(let node, let ability):
            if facts.position == .unspecified, let position = node.position() { facts.position = position }
            do throws(CameraProblem) {
                facts.formats = try node.formats(ability.bufferType)
                if facts.formats.isEmpty { facts.obstacle = Self.obstacle(try node.codes(ability.bufferType)) }
                facts.controls = try node.deviceControls()
            } catch {
                if error.isGone { return nil }
                if facts.formats.isEmpty { facts.obstacle = error.explanation.reason }
            }
        }
        return facts
    }

    private static func obstacle(_ codes: [UInt32]) -> String {
        guard !codes.isEmpty else { return "it says of no format that it delivers it" }
        let letters = codes.map(CameraCoding.letters).joined(separator: ", ")
        return "it delivers only formats that are not understood here: \(letters)"
    }
}
