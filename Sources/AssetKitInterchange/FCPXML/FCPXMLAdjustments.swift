internal import CMTimeLib

/// Effects as elements, and back: `adjust-volume`, `adjust-blend`, `adjust-transform`, `adjust-crop`.
struct FCPXMLAdjustments {
    /// The size of the document's pictures and of the source's; what is not known is like the other.
    let geometry: FCPXMLGeometry?
    /// When the element's own time begins.
    let start: CMTime

    init(frame: EditSize?, source: EditSize?, start: CMTime) {
        self.start = start
        let known = frame ?? source
        geometry = known.map { FCPXMLGeometry(frame: $0, source: source ?? $0) }
    }

    // MARK: Writing

    /// In the order of Final Cut's document type, and what it cannot say.
    func elements(of effects: EditEffects) -> (elements: [MarkupElement], problems: [String]) {
        var elements: [MarkupElement] = []
        var problems: [String] = []
        if geometry == nil, !effects.crop.isEmpty || !effects.transform.isEmpty {
            problems.append("a crop or a transform without a size of the picture")
        }
        if let crop = crop(effects.crop) { elements.append(crop) }
        if let transform = transform(effects.transform, &problems) { elements.append(transform) }
        if let curve = FCPXMLCurve(effects.opacity, usual: 1) {
            var blend = MarkupElement("adjust-blend")
            blend.set("amount", curve, from: start) { FCPXMLNumber.text($0) }
            elements.append(blend)
        }
        if let curve = FCPXMLCurve(effects.volume, usual: 1) {
            if curve.keys.contains(where: { $0.value < 0 }) { problems.append("a volume below zero") }
            let positive = curve.map { abs($0) } ?? curve
            var volume = MarkupElement("adjust-volume")
            volume.set("amount", FCPXMLVolume.refined(positive), from: start) { FCPXMLVolume.text($0) }
            elements.append(volume)
        }
        return (elements, problems)
    }

    private func transform(_ ramps: [EditRamp<EditTransform>], _ problems: inout [String]) -> MarkupElement? {
        guard let geometry, let curve = FCPXMLCurve(ramps, usual: .identity) else { return nil }
        let placings = curve.keys.compactMap { geometry.placing($0.value) }
        guard placings.count == curve.keys.count else {
            problems.append("a transform that is not made of scaling, turning and moving")
            return nil
        }
        if placings.contains(where: { $0.rotation != placings[0].rotation }) {
            problems.append("a transform that turns, other than about the middle of its angle")
        }
        func part<Value>(_ value: (FCPXMLGeometry.Placing) -> Value) -> FCPXMLCurve<Value>? {
            let keys = zip(curve.keys, placings).map { FCPXMLCurve<Value>.Key(time: $0.time, value: value($1)) }
            return FCPXMLCurve(keys: keys)
        }
        var element = MarkupElement("adjust-transform")
        if let position = part(\.position) { element.set("position", position, from: start) { FCPXMLNumber.text($0) } }
        if let scale = part(\.scale) { element.set("scale", scale, from: start) { FCPXMLNumber.text($0) } }
        if let rotation = part(\.rotation) { element.set("rotation", rotation, from: start) { FCPXMLNumber.text($0) } }
        return element
    }

    private func crop(_ ramps: [EditRamp<EditRectangle>]) -> MarkupElement? {
        guard let geometry, let curve = FCPXMLCurve(ramps, usual: geometry.source.rectangle) else { return nil }
        let (width, height) = (Double(geometry.source.width), Double(geometry.source.height))
        var rectangle = MarkupElement("trim-rect")
        func put(_ name: String, _ pixels: (EditRectangle) -> Double) {
            guard let edge = curve.map({ pixels($0) * 100 / height }) else { return }
            rectangle.set(name, edge, from: start) { FCPXMLNumber.text($0) }
        }
        put("left") { $0.x }
        put("top") { $0.y }
        put("right") { width - $0.x - $0.width }
        put("bottom") { height - $0.y - $0.height }
        return MarkupElement("adjust-crop", ["mode": "trim"], [rectangle])
    }

    // MARK: Reading

    /// The effects of an element, over its own time. Adjustments that need a size which is not known are named.
    func effects(of element: MarkupElement) throws(InterchangeError) -> (effects: EditEffects, problems: [String]) {
        var effects = EditEffects()
        var problems: [String] = []
        for child in element.children where child.isOn() {
            if child.children.contains(where: { $0.first("fadeIn") != nil || $0.first("fadeOut") != nil }) {
                problems.append("a fade of <\(child.name.shortened)>")
            }
            switch child.name {
            case "adjust-volume":
                if let curve = try child.curve("amount", reading: FCPXMLVolume.amplitude) {
                    effects.volume = FCPXMLVolume.straightened(curve).ramps
                }
            case "adjust-blend":
                if let mode = child["mode"], mode != "0", mode.lowercased() != "normal" {
                    problems.append("a blend mode")
                }
                if let curve = try child.curve("amount", reading: FCPXMLNumber.value) { effects.opacity = curve.ramps }
            case "adjust-transform":
                if geometry == nil { problems.append("a transform without a size of the picture") }
                effects.transform = try transform(child)
            case "adjust-crop":
                guard let rectangle = child.first("trim-rect"), child["mode"] ?? "trim" == "trim", let geometry else {
                    problems.append(
                        geometry == nil ? "a crop without a size of the picture" : "a crop other than a trim"
                    )
                    continue
                }
                effects.crop = try crop(rectangle, of: geometry.source)
            default: continue
            }
        }
        return (effects.moved(by: start), problems)
    }

    private func transform(_ element: MarkupElement) throws(InterchangeError) -> [EditRamp<EditTransform>] {
        guard let geometry else { return [] }
        let position = try element.curve("position", reading: FCPXMLNumber.pair)
        let scale = try element.curve("scale", reading: FCPXMLNumber.pair)
        let rotation = try element.curve("rotation", reading: FCPXMLNumber.value)
        let anchor = try element.curve("anchor", reading: FCPXMLNumber.pair)
        let times =
            (position?.keys.map(\.time) ?? []) + (scale?.keys.map(\.time) ?? []) + (rotation?.keys.map(\.time) ?? [])
            + (anchor?.keys.map(\.time) ?? [])
        let keys = Set(times).sorted().map { time in
            let placing = FCPXMLGeometry.Placing(
                position: position?.value(at: time) ?? FCPXMLPair(0, 0),
                scale: scale?.value(at: time) ?? FCPXMLPair(1, 1),
                rotation: rotation?.value(at: time) ?? 0,
                anchor: anchor?.value(at: time) ?? FCPXMLPair(0, 0)
            )
            return FCPXMLCurve<EditTransform>.Key(time: time, value: geometry.transform(placing))
        }
        return FCPXMLCurve(keys: keys)?.ramps ?? []
    }

    private func crop(
        _ element: MarkupElement,
        of source: EditSize
    ) throws(InterchangeError) -> [EditRamp<EditRectangle>] {
        let names = ["left", "top", "right", "bottom"]
        var edges: [FCPXMLCurve<Double>] = []
        for name in names {
            edges.append(
                try element.curve(name, reading: FCPXMLNumber.value) ?? FCPXMLCurve(constant: 0)
            )
        }
        let (width, height) = (Double(source.width), Double(source.height))
        let keys = Set(edges.flatMap { $0.keys.map(\.time) }).sorted().map { time in
            let pixels = edges.map { $0.value(at: time) * height / 100 }
            let rectangle = EditRectangle(
                x: pixels[0],
                y: pixels[1],
                width: width - pixels[0] - pixels[2],
                height: height - pixels[1] - pixels[3]
            )
            return FCPXMLCurve<EditRectangle>.Key(time: time, value: rectangle)
        }
        return FCPXMLCurve(keys: keys)?.ramps ?? []
    }
}

extension EditSize {
    fileprivate var rectangle: EditRectangle { EditRectangle(x: 0, y: 0, width: Double(width), height: Double(height)) }
}
