/// Which keys of a key space mean one of AVFoundation's common keys.
package enum CommonKeys {
    /// The common keys, spelled as AVFoundation does.
    package static let all: Set<String> = [
        "title", "creator", "subject", "description", "publisher", "contributor", "creationDate", "lastModifiedDate",
        "type", "format", "identifier", "source", "language", "relation", "location", "copyrights", "albumName",
        "author", "artist", "artwork", "make", "model", "software", "accessibilityDescription",
    ]

    package static func commonKey(for key: String, in space: TagKeySpace) -> String? {
        switch space {
        case .common: all.contains(key) ? key : nil
        case .vorbis: vorbis[key.uppercased()]
        case .ape: ape[key.lowercased()]
        case .matroska: matroska[key.uppercased()]
        case .audioFile: audioFile[key.lowercased()]
        default: tables[space]?[key]
        }
    }

    private static let tables: [TagKeySpace: [String: String]] = [
        .id3: id3, .iTunes: iTunes, .quickTimeMetadata: quickTimeMetadata, .quickTimeUserData: quickTimeUserData,
        .isoUserData: isoUserData, .riff: riff, .broadcastWave: broadcastWave, .aiff: aiff, .icy: icy,
    ]

    private static let id3 = [
        "TIT2": "title", "TT2": "title", "TPE1": "artist", "TP1": "artist", "TALB": "albumName", "TAL": "albumName",
        "TDRC": "creationDate", "TYER": "creationDate", "TYE": "creationDate", "TDRL": "creationDate",
        "APIC": "artwork", "PIC": "artwork", "TCOP": "copyrights", "TCR": "copyrights", "TCOM": "creator",
        "TCM": "creator", "TEXT": "author", "TXT": "author", "COMM": "description", "COM": "description",
        "TLAN": "language", "TLA": "language", "TPUB": "publisher", "TPB": "publisher", "TSSE": "software",
        "TSS": "software", "TCON": "type", "TCO": "type", "TIT1": "subject", "TT1": "subject", "TPE4": "contributor",
        "TP4": "contributor", "TIPL": "contributor", "TMCL": "contributor", "IPLS": "contributor",
        "IPL": "contributor", "UFID": "identifier", "UFI": "identifier", "TFLT": "format", "TFT": "format",
        "WOAS": "source", "WAS": "source", "TDTG": "lastModifiedDate",
    ]

    private static let iTunes = [
        "©nam": "title", "©ART": "artist", "©alb": "albumName", "©day": "creationDate", "covr": "artwork",
        "cprt": "copyrights", "©cpy": "copyrights", "©wrt": "creator", "©com": "creator", "©aut": "author",
        "desc": "description", "©des": "description", "©cmt": "description", "©gen": "type", "gnre": "type",
        "©too": "software", "©pub": "publisher", "©xyz": "location", "©mak": "make", "©mod": "model",
    ]

    private static let quickTimeMetadata = [
        "com.apple.quicktime.title": "title", "com.apple.quicktime.displayname": "title",
        "com.apple.quicktime.artist": "artist", "com.apple.quicktime.album": "albumName",
        "com.apple.quicktime.creationdate": "creationDate", "com.apple.quicktime.artwork": "artwork",
        "com.apple.quicktime.copyright": "copyrights", "com.apple.quicktime.author": "author",
        "com.apple.quicktime.composer": "creator", "com.apple.quicktime.description": "description",
        "com.apple.quicktime.genre": "type", "com.apple.quicktime.location.ISO6709": "location",
        "com.apple.quicktime.make": "make", "com.apple.quicktime.model": "model",
        "com.apple.quicktime.software": "software", "com.apple.quicktime.publisher": "publisher",
        "com.apple.quicktime.content.identifier": "identifier",
        "com.apple.quicktime.accessibility.description": "accessibilityDescription",
    ]

    private static let quickTimeUserData = [
        "©nam": "title", "name": "title", "titl": "title", "©ART": "artist", "perf": "artist", "©alb": "albumName",
        "albm": "albumName", "©day": "creationDate", "yrrc": "creationDate", "©cpy": "copyrights",
        "cprt": "copyrights", "©com": "creator", "©wrt": "creator", "©aut": "author", "auth": "author",
        "©des": "description", "©inf": "description", "dscp": "description", "©cmt": "description", "©gen": "type",
        "gnre": "type", "©xyz": "location", "loci": "location", "©mak": "make", "©mod": "model", "©swr": "software",
        "©too": "software", "©fmt": "format", "©src": "source", "©pub": "publisher",
    ]

    /// ISO user data, and 3GPP's, which stands in the same box.
    private static let isoUserData = [
        "titl": "title", "perf": "artist", "albm": "albumName", "yrrc": "creationDate", "date": "creationDate",
        "cprt": "copyrights", "auth": "author", "dscp": "description", "gnre": "type", "kywd": "subject",
        "loci": "location", "thmb": "artwork", "ades": "accessibilityDescription",
    ]

    private static let vorbis = [
        "TITLE": "title", "ARTIST": "artist", "ALBUM": "albumName", "DATE": "creationDate", "YEAR": "creationDate",
        "METADATA_BLOCK_PICTURE": "artwork", "COVERART": "artwork", "COPYRIGHT": "copyrights",
        "COMPOSER": "creator", "LYRICIST": "author", "AUTHOR": "author", "DESCRIPTION": "description",
        "COMMENT": "description", "GENRE": "type", "LANGUAGE": "language", "LOCATION": "location",
        "ORGANIZATION": "publisher", "PUBLISHER": "publisher", "LABEL": "publisher", "CONTACT": "contributor",
        "ENCODER": "software", "ISRC": "identifier", "SOURCE": "source", "SOURCEMEDIA": "format",
        "SUBJECT": "subject", "PERFORMER": "contributor",
    ]

    private static let ape = [
        "title": "title", "artist": "artist", "album": "albumName", "year": "creationDate",
        "record date": "creationDate", "cover art (front)": "artwork", "cover art (back)": "artwork",
        "copyright": "copyrights", "composer": "creator", "lyricist": "author", "comment": "description",
        "abstract": "description", "genre": "type", "language": "language", "record location": "location",
        "publisher": "publisher", "label": "publisher", "isrc": "identifier", "media": "format", "related": "relation",
    ]

    private static let matroska = [
        "TITLE": "title", "ARTIST": "artist", "ALBUM": "albumName", "DATE_RELEASED": "creationDate",
        "DATE_RECORDED": "creationDate", "DATE": "creationDate", "CREATION_TIME": "creationDate",
        "COPYRIGHT": "copyrights", "COMPOSER": "creator", "WRITTEN_BY": "author", "AUTHOR": "author",
        "DESCRIPTION": "description", "SUMMARY": "description", "SYNOPSIS": "description", "COMMENT": "description",
        "GENRE": "type", "CONTENT_TYPE": "type", "SUBJECT": "subject", "KEYWORDS": "subject",
        "PUBLISHER": "publisher", "LABEL": "publisher", "ENCODER": "software",
        "RECORDING_LOCATION": "location", "ORIGINAL_MEDIA_TYPE": "format", "ISRC": "identifier",
        "DATE_TAGGED": "lastModifiedDate", "ACTOR": "contributor", "DIRECTOR": "contributor",
    ]

    private static let riff = [
        "INAM": "title", "IART": "artist", "IPRD": "albumName", "ICRD": "creationDate", "ICOP": "copyrights",
        "ICMT": "description", "ISBJ": "subject", "IGNR": "type", "ILNG": "language", "IARL": "location",
        "IPUB": "publisher", "ISFT": "software", "ISRC": "source", "ISRF": "format", "IENG": "contributor",
        "IWRI": "author", "IMUS": "creator", "ICMS": "publisher",
    ]

    private static let broadcastWave = [
        "Description": "description", "Originator": "creator", "OriginatorReference": "identifier",
        "OriginationDate": "creationDate", "UMID": "identifier",
    ]

    private static let aiff = [
        "NAME": "title", "AUTH": "author", "(c) ": "copyrights", "ANNO": "description", "COMT": "description",
    ]

    private static let audioFile = [
        "title": "title", "artist": "artist", "album": "albumName", "recorded date": "creationDate",
        "year": "creationDate", "copyright": "copyrights", "composer": "creator", "lyricist": "author",
        "comments": "description", "genre": "type", "encoding application": "software", "subtitle": "subject",
    ]

    private static let icy = ["StreamTitle": "title"]
}
