/// What can be set about a synthetic camera: what a good camera has.
enum SyntheticControls {
    static let all: [DeviceControl] = [
        DeviceControl(
            .focusAuto,
            name: "Focus, Automatic Continuous",
            minimum: 0,
            maximum: 1,
            defaultValue: 1,
            value: 1
        ),
        DeviceControl(
            .focusAbsolute,
            name: "Focus, Absolute",
            minimum: 0,
            maximum: 250,
            step: 5,
            defaultValue: 0,
            value: 0,
            isInactive: true
        ),
        DeviceControl(.autoFocusStart, name: "Auto Focus, Start", minimum: 0, maximum: 0, defaultValue: 0, value: 0),
        DeviceControl(
            .exposureAuto,
            name: "Auto Exposure",
            minimum: 0,
            maximum: 3,
            defaultValue: 3,
            value: 3,
            menu: [1: "Manual Mode", 3: "Aperture Priority Mode"]
        ),
        DeviceControl(
            .exposureAbsolute,
            name: "Exposure Time, Absolute",
            minimum: 3,
            maximum: 2047,
            defaultValue: 250,
            value: 250,
            isInactive: true
        ),
        DeviceControl(
            .exposureBias,
            name: "Exposure Bias",
            minimum: 0,
            maximum: 4,
            defaultValue: 2,
            value: 2,
            menu: [0: "-2000", 1: "-1000", 2: "0", 3: "1000", 4: "2000"]
        ),
        DeviceControl(.gain, name: "Gain", minimum: 0, maximum: 255, defaultValue: 64, value: 64),
        DeviceControl(
            .whiteBalanceAuto,
            name: "White Balance, Automatic",
            minimum: 0,
            maximum: 1,
            defaultValue: 1,
            value: 1
        ),
        DeviceControl(
            .whiteBalanceTemperature,
            name: "White Balance Temperature",
            minimum: 2000,
            maximum: 6500,
            step: 10,
            defaultValue: 4000,
            value: 4000,
            isInactive: true
        ),
        balance(.redBalance, name: "Red Balance"),
        balance(.blueBalance, name: "Blue Balance"),
        DeviceControl(
            .flashLEDMode,
            name: "LED Mode",
            minimum: 0,
            maximum: 2,
            defaultValue: 0,
            value: 0,
            menu: [0: "Off", 1: "Flash", 2: "Torch"]
        ),
        DeviceControl(.torchIntensity, name: "Intensity, Torch", minimum: 0, maximum: 10, defaultValue: 10, value: 10),
        DeviceControl(.zoomAbsolute, name: "Zoom, Absolute", minimum: 100, maximum: 500, defaultValue: 100, value: 100),
    ]

    private static func balance(_ kind: DeviceControl.Kind, name: String) -> DeviceControl {
        DeviceControl(kind, name: name, minimum: 0, maximum: 1023, defaultValue: 256, value: 256, isInactive: true)
    }

    /// Sets one, as a driver does: the nearest value that it has, and others become active or not by it.
    static func set(_ change: DeviceControlChange, in controls: inout [DeviceControl]) {
        guard let place = controls.firstIndex(where: { $0.kind == change.kind }) else { return }
        let control = controls[place]
        let clamped = min(max(change.value, control.minimum), control.maximum)
        let value = control.minimum + (clamped - control.minimum) / control.step * control.step
        controls[place].value = value
        for index in controls.indices {
            switch (change.kind, controls[index].kind) {
            case (.focusAuto, .focusAbsolute): controls[index].isInactive = value != 0
            case (.exposureAuto, .exposureAbsolute): controls[index].isInactive = value != 1
            case (.whiteBalanceAuto, .whiteBalanceTemperature), (.whiteBalanceAuto, .redBalance),
                (.whiteBalanceAuto, .blueBalance):
                controls[index].isInactive = value != 0
            default: break
            }
        }
    }
}
