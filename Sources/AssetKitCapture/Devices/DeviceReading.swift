internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a device is like at a moment, as far as that changes by itself, by other programs, or along with something else that is set.
/// Computed of its controls and of what was asked of it; a plain value.
struct DeviceReading {
    let focusMode: AVCaptureDevice.FocusMode
    let isAdjustingFocus: Bool
    let lensPosition: Float
    let exposureMode: AVCaptureDevice.ExposureMode
    let exposureDuration: CMTime
    let iso: Float
    let exposureTargetBias: Float
    let whiteBalanceMode: AVCaptureDevice.WhiteBalanceMode
    let whiteBalanceGains: AVCaptureDevice.WhiteBalanceGains
    let zoomFactor: CGFloat
    let isTorchActive: Bool
    let torchLevel: Float
    let isFlashActive: Bool

    init(_ state: AVCaptureDevice.State) {
        func control(_ kind: DeviceControl.Kind) -> DeviceControl? { state.controls.first { $0.kind == kind } }
        let isFocusing = state.focusing != nil
        focusMode = control(.focusAuto)?.value == 1 ? .continuousAutoFocus : isFocusing ? .autoFocus : .locked
        // What is closed says nothing new.
        let status = state.handle == nil ? nil : control(.autoFocusStatus)
        isAdjustingFocus = status.map { $0.value & 1 == 1 } ?? isFocusing
        lensPosition = control(.focusAbsolute).map(Self.part) ?? 0
        exposureMode = Self.exposureMode(control(.exposureLock), control(.exposureAuto), state.isExposedByHand)
        exposureDuration = control(.exposureAbsolute).map { CMTime(value: $0.value, timescale: 10_000) } ?? .invalid
        iso = Float((control(.isoSensitivity) ?? control(.gain))?.value ?? 0)
        exposureTargetBias = control(.exposureBias).flatMap { ExposureBiases($0)?.bias(of: $0.value) } ?? 0
        whiteBalanceMode = control(.whiteBalanceAuto)?.value == 1 ? .continuousAutoWhiteBalance : .locked
        whiteBalanceGains =
            AVCaptureDevice.balances(of: state.controls).map { balances in
                AVCaptureDevice.WhiteBalanceGains(red: Self.gain(balances.red), blue: Self.gain(balances.blue))
            } ?? AVCaptureDevice.WhiteBalanceGains()
        let zoom = AVCaptureDevice.zoom(of: state.controls)
        zoomFactor = zoom.map { CGFloat($0.value) / CGFloat($0.minimum) } ?? state.digitalZoom
        isTorchActive = state.isRunning && state.torchMode == .on
        torchLevel = isTorchActive ? state.torchLevel : 0
        isFlashActive = state.flashMode == .on
    }

    /// Where a value lies between the least and the greatest, from 0 to 1.
    private static func part(_ control: DeviceControl) -> Float {
        guard control.maximum > control.minimum else { return 0 }
        return Float(control.value - control.minimum) / Float(control.maximum - control.minimum)
    }

    /// What is locked stays as it is, whatever decided before.
    private static func exposureMode(
        _ lock: DeviceControl?,
        _ decision: DeviceControl?,
        _ isExposedByHand: Bool
    ) -> AVCaptureDevice.ExposureMode {
        if lock?.value == 1 { return .locked }
        guard let decision else { return lock == nil ? .locked : .continuousAutoExposure }
        guard decision.value == AVCaptureDevice.Exposure.manual else { return .continuousAutoExposure }
        return isExposedByHand ? .custom : .locked
    }

    private static func gain(_ control: DeviceControl) -> Float {
        Float(control.value) / Float(control.defaultValue)
    }
}
