package import Foundation

/// What a description of sound says, at addresses that stay: the C functions lend pointers to it.
///
/// SAFETY: everything is written before `init` returns and only read after it.
package final class AudioFormatDetails: Equatable, @unchecked Sendable {
    let basicPointer: UnsafeMutablePointer<AudioStreamBasicDescription>
    package let cookie: Data?
    package let layout: ManagedAudioChannelLayout?
    let cookieBytes: UnsafeMutableRawBufferPointer?
    let layoutBytes: UnsafeMutableRawBufferPointer?
    package let formats: UnsafeMutableBufferPointer<AudioFormatListItem>

    /// `formats` lists what the stream can be decoded to, the richest first; without it, what it is.
    package init(
        basic: AudioStreamBasicDescription,
        layout: ManagedAudioChannelLayout? = nil,
        cookie: Data? = nil,
        formats: [AudioFormatListItem] = []
    ) {
        basicPointer = .allocate(capacity: 1)
        basicPointer.initialize(to: basic)
        self.cookie = cookie
        self.layout = layout
        cookieBytes = cookie.map { Self.copy(Array($0)) }
        layoutBytes = layout.map { Self.copy($0.bytes) }
        let channels = basic.mChannelsPerFrame
        let own = AudioFormatListItem(mASBD: basic, mChannelLayoutTag: layout?.tag ?? Self.tag(channels: channels))
        let list = formats.isEmpty ? [own] : formats
        self.formats = .allocate(capacity: list.count)
        _ = self.formats.initialize(from: list)
    }

    deinit {
        basicPointer.deallocate()
        cookieBytes?.deallocate()
        layoutBytes?.deallocate()
        formats.deallocate()
    }

    package var basic: AudioStreamBasicDescription { basicPointer.pointee }

    package static func == (left: AudioFormatDetails, right: AudioFormatDetails) -> Bool {
        left.basic == right.basic && left.cookie == right.cookie && left.layout == right.layout
    }

    private static func tag(channels: UInt32) -> AudioChannelLayoutTag {
        switch channels {
        case 1: kAudioChannelLayoutTag_Mono
        case 2: kAudioChannelLayoutTag_Stereo
        default: kAudioChannelLayoutTag_Unknown | channels & 0xffff
        }
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        memory.copyBytes(from: bytes)
        return UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: bytes.count)
    }
}
