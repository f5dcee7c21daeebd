internal import CDevices

/// What a node says it is. Nil for what is no camera: nodes of metadata, codecs, outputs.
struct CameraAbility: Hashable {
    let card: String
    let driver: String
    let busInformation: String
    /// Its planes may lie in memories of their own.
    let isMultiPlanar: Bool

    init?(_ answer: v4l2_capability) {
        let hasOwn = answer.capabilities & V4L2_CAP_DEVICE_CAPS != 0
        // A driver's nodes share the capabilities; those of this one are apart.
        let own = hasOwn ? answer.device_caps : answer.capabilities
        func has(_ flag: CInt) -> Bool { own & UInt32(bitPattern: flag) != 0 }
        guard has(V4L2_CAP_STREAMING), has(V4L2_CAP_VIDEO_CAPTURE) || has(V4L2_CAP_VIDEO_CAPTURE_MPLANE),
            !has(V4L2_CAP_VIDEO_OUTPUT), !has(V4L2_CAP_VIDEO_OUTPUT_MPLANE), !has(V4L2_CAP_VIDEO_M2M),
            !has(V4L2_CAP_VIDEO_M2M_MPLANE)
        else { return nil }
        isMultiPlanar = !has(V4L2_CAP_VIDEO_CAPTURE)
        (card, driver) = (cameraText(answer.card), cameraText(answer.driver))
        busInformation = cameraText(answer.bus_info)
    }

    /// The number of its kind of buffers.
    var bufferType: UInt32 {
        isMultiPlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    }
}

extension CameraNode {
    func ability() throws(CameraProblem) -> CameraAbility? {
        var answer = v4l2_capability()
        try ask(ak_QUERYCAP, &answer)
        return CameraAbility(answer)
    }
}

/// The text in an array of bytes of C, up to the first zero.
func cameraText<Bytes>(_ bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
