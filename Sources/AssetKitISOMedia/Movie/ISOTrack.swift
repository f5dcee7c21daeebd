internal import CMTimeLib

/// A track: what its boxes say, untouched by interpretation.
package struct ISOTrack: Sendable {
    package var header = ISOTrackHeader()
    package var media = ISOMediaHeader()
    package var handler = ISOHandler()
    /// nil without an edit list.
    package var edits: ISOEditList?
    package var references: [ISOTrackReference] = []
    /// `vmhd`: how pictures are drawn over others; 0 is in their place.
    package var graphicsMode: UInt16 = 0
    /// One for each entry of `stsd`; nil for an entry that cannot be read.
    package var descriptions: [ISOSampleDescription?] = []
    var dataReferences: [ISODataReference] = []
    /// The samples, those of fragments included as far as they have been read.
    package var samples = ISOSampleTable()
    package var metadata: [ISOMetadataEntry] = []
    /// `tapt`: the sizes of the clean aperture, of the production aperture and of the encoded pixels, 16.16 fixed point.
    var apertures: [ISOCode: ISOSize] = [:]
    /// The movie says that this track may have samples in fragments.
    var fragmentDefaults: ISOFragmentDefaults?
    /// `tfra`: where fragments can be entered.
    var randomAccessPoints: [ISORandomAccessPoint] = []

    package var id: UInt32 { header.trackID }

    /// The tracks that this one refers to, in one way.
    package func references(_ type: ISOCode) -> [UInt32] { references.filter { $0.type == type }.flatMap(\.trackIDs) }

    /// The description of sample `index`.
    package func description(of index: Int) -> ISOSampleDescription? {
        guard let place = samples.chunks.descriptions[index], descriptions.indices.contains(Int(place)) else {
            return nil
        }
        return descriptions[Int(place)]
    }

    /// Some samples lie in other files.
    package var hasExternalMedia: Bool {
        descriptions.contains { description in
            guard let place = description.map({ Int($0.dataReferenceIndex) - 1 }) else { return false }
            return dataReferences.indices.contains(place) && !dataReferences[place].isSelfContained
        }
    }

    /// The length of the media in its own ticks: what the header says, but no less than its samples in fragments.
    var mediaDuration: Int64 {
        let stated = Int64(media.duration ?? 0)
        guard stated == 0 || fragmentDefaults != nil else { return stated }
        return max(stated, samples.facts.decodeEnd, samples.facts.presentationEnd ?? 0)
    }
}

/// A width and a height in 16.16 fixed point.
struct ISOSize: Hashable, Sendable {
    let width: UInt32
    let height: UInt32

    init(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        _ = try fields.versionAndFlags()
        width = try fields.u32()
        height = try fields.u32()
    }
}
