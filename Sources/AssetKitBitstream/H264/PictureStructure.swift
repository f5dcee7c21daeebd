/// How a frame is to be shown as fields: pic_struct of H.264 and HEVC, which agree on the numbers.
package enum PictureStructure: Int, Hashable, Sendable {
    case frame, topField, bottomField, topBottom, bottomTop, topBottomTop, bottomTopBottom, doubling, tripling
    // From here on only HEVC: fields paired with the field before or after in output order.
    case topAfterBottom, bottomAfterTop, topBeforeBottom, bottomBeforeTop
}
