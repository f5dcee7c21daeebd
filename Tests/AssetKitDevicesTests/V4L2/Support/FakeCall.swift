import CDevices

/// A call that a fake can refuse.
enum FakeCall: String, CaseIterable, Sendable {
    case open, close, map, unmap, poll
    case queryCapabilities, listFormats, listSizes, listIntervals, format, setFormat, tryFormat, parameters,
        setParameters
    case requestBuffers, queryBuffer, queue, dequeue, streamOn, streamOff
    case queryControl, queryMenu, control, setControl

    init?(_ request: UInt) {
        let all: [UInt: FakeCall] = [
            ak_QUERYCAP: .queryCapabilities, ak_ENUM_FMT: .listFormats, ak_ENUM_FRAMESIZES: .listSizes,
            ak_ENUM_FRAMEINTERVALS: .listIntervals, ak_G_FMT: .format, ak_S_FMT: .setFormat, ak_TRY_FMT: .tryFormat,
            ak_G_PARM: .parameters, ak_S_PARM: .setParameters, ak_REQBUFS: .requestBuffers, ak_QUERYBUF: .queryBuffer,
            ak_QBUF: .queue, ak_DQBUF: .dequeue, ak_STREAMON: .streamOn, ak_STREAMOFF: .streamOff,
            ak_QUERYCTRL: .queryControl, ak_QUERYMENU: .queryMenu, ak_G_CTRL: .control, ak_S_CTRL: .setControl,
        ]
        guard let call = all[request] else { return nil }
        self = call
    }
}

/// A refusal that is to come.
struct FakeFault: Sendable {
    var call: FakeCall
    var number: CInt
    /// How often the call works before.
    var after = 0
    var count = Int.max
}
