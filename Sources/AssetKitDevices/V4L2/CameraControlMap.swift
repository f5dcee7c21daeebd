internal import CDevices

/// Which numbers of V4L2 stand for what we have a use for.
enum CameraControlMap {
    /// Where a kind has two numbers, the first one that a camera has counts.
    static let numbers: [(kind: DeviceControl.Kind, numbers: [CInt])] = [
        (.focusAuto, [V4L2_CID_FOCUS_AUTO]), (.focusAbsolute, [V4L2_CID_FOCUS_ABSOLUTE]),
        (.autoFocusStart, [V4L2_CID_AUTO_FOCUS_START]), (.autoFocusStatus, [V4L2_CID_AUTO_FOCUS_STATUS]),
        (.exposureAuto, [V4L2_CID_EXPOSURE_AUTO]), (.exposureAbsolute, [V4L2_CID_EXPOSURE_ABSOLUTE]),
        (.exposureAutoPriority, [V4L2_CID_EXPOSURE_AUTO_PRIORITY]), (.exposureBias, [V4L2_CID_AUTO_EXPOSURE_BIAS]),
        (.exposureLock, [V4L2_CID_3A_LOCK]), (.isoSensitivity, [V4L2_CID_ISO_SENSITIVITY]),
        (.gain, [V4L2_CID_GAIN, V4L2_CID_ANALOGUE_GAIN]), (.whiteBalanceAuto, [V4L2_CID_AUTO_WHITE_BALANCE]),
        (.whiteBalanceTemperature, [V4L2_CID_WHITE_BALANCE_TEMPERATURE]), (.redBalance, [V4L2_CID_RED_BALANCE]),
        (.blueBalance, [V4L2_CID_BLUE_BALANCE]), (.flashLEDMode, [V4L2_CID_FLASH_LED_MODE]),
        (.torchIntensity, [V4L2_CID_FLASH_TORCH_INTENSITY]), (.flashIntensity, [V4L2_CID_FLASH_INTENSITY]),
        (.flashStrobe, [V4L2_CID_FLASH_STROBE]), (.zoomAbsolute, [V4L2_CID_ZOOM_ABSOLUTE]),
        (.horizontalFlip, [V4L2_CID_HFLIP]), (.verticalFlip, [V4L2_CID_VFLIP]), (.brightness, [V4L2_CID_BRIGHTNESS]),
        (.contrast, [V4L2_CID_CONTRAST]), (.saturation, [V4L2_CID_SATURATION]), (.hue, [V4L2_CID_HUE]),
        (.sharpness, [V4L2_CID_SHARPNESS]), (.backlightCompensation, [V4L2_CID_BACKLIGHT_COMPENSATION]),
        (.powerLineFrequency, [V4L2_CID_POWER_LINE_FREQUENCY]),
    ]

    static func kind(of number: UInt32) -> DeviceControl.Kind? {
        numbers.first { $0.numbers.contains { UInt32($0) == number } }?.kind
    }

    static func numbers(of kind: DeviceControl.Kind) -> [UInt32] {
        numbers.first { $0.kind == kind }?.numbers.map { UInt32($0) } ?? []
    }
}
