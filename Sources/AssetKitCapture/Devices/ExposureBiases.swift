internal import AssetKitDevices

/// What a control of the exposure's bias can be set to, in exposure values: its numbers are thousandths of them. A plain value.
struct ExposureBiases: Hashable {
    private let control: DeviceControl
    /// What a menu has, the darkest first; empty where the control takes any number of its steps.
    private let choices: [Choice]

    private struct Choice: Hashable {
        let value: Int64
        let bias: Float
    }

    /// Nil for a menu that names no numbers.
    init?(_ control: DeviceControl) {
        self.control = control
        choices = control.menu.compactMap { value, text in Float(text).map { Choice(value: value, bias: $0 / 1000) } }
            .sorted { $0.bias < $1.bias }
        guard choices.isEmpty == control.menu.isEmpty else { return nil }
    }

    /// How much darker than usual pictures can be.
    var least: Float { choices.first?.bias ?? Float(control.minimum) / 1000 }
    /// How much brighter than usual pictures can be.
    var most: Float { choices.last?.bias ?? Float(control.maximum) / 1000 }

    /// What a number of the driver's means.
    func bias(of value: Int64) -> Float { choices.first { $0.value == value }?.bias ?? Float(value) / 1000 }

    /// The number of the driver's that comes nearest to a bias between the least and the most.
    func value(nearest bias: Float) -> Int64 {
        if let nearest = choices.min(by: { abs($0.bias - bias) < abs($1.bias - bias) }) { return nearest.value }
        let (first, step) = (Double(control.minimum), Double(max(1, control.step)))
        let count = ((Double(bias) * 1000 - first) / step).rounded()
        let value = first + count * step
        // The greatest number need not be a step.
        return Int64(value > Double(control.maximum) ? value - step : value)
    }
}
