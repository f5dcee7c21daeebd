internal import CMTimeLib

/// Somebody who waits for a picture: the number of the request, and when this picture is shown.
struct StillDelivery: Sendable, Equatable {
    let number: Int
    let actualTime: CMTime
}
