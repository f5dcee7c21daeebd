/// The genres that ID3 and iTunes number.
package enum ID3Genre {
    private static let names: [String] = """
        Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|\
        Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|\
        Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|\
        Soul|Punk|Space|Meditative|Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|\
        Electronic|Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|\
        Native US|Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|\
        Musical|Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|\
        Bluegrass|Avantgarde|Gothic Rock|Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|\
        Easy Listening|Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|\
        Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|\
        Punk Rock|Drum Solo|A Cappella|Euro-House|Dancehall|Goa|Drum & Bass|Club-House|Hardcore Techno|Terror|Indie|\
        BritPop|Worldbeat|Polsk Punk|Beat|Christian Gangsta Rap|Heavy Metal|Black Metal|Crossover|\
        Contemporary Christian|Christian Rock|Merengue|Salsa|Thrash Metal|Anime|Jpop|Synthpop|Abstract|Art Rock|\
        Baroque|Bhangra|Big Beat|Breakbeat|Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|Experimental|\
        Garage|Global|IDM|Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|\
        Nu-Breakz|Post-Punk|Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|Neoclassical|Audiobook|\
        Audio Theatre|Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|Garage Rock|Psybient
        """.split(separator: "|").map(String.init)

    package static func name(_ number: Int) -> String? { names.indices.contains(number) ? names[number] : nil }

    /// The names in a `TCON` text, which may be `17`, `(17)`, `(4)(17)Eurodisco`, `(RX)` or simply words.
    package static func names(in text: String) -> [String] {
        if let number = Int(text), let name = name(number) { return [name] }
        var rest = Substring(text)
        var result: [String] = []
        while rest.hasPrefix("("), !rest.hasPrefix("(("), let close = rest.firstIndex(of: ")") {
            let inner = rest[rest.index(after: rest.startIndex)..<close]
            guard let name = referenced(inner) else { break }
            if result.count < 64 { result.append(name) }
            rest = rest[rest.index(after: close)...]
        }
        // Two parentheses stand for one that is meant.
        let words = rest.hasPrefix("((") ? String(rest.dropFirst()) : String(rest)
        // A refinement that repeats the number's name adds nothing.
        if !words.isEmpty, !result.contains(words) { result.append(words) }
        return result
    }

    private static func referenced(_ text: Substring) -> String? {
        switch text {
        case "RX": "Remix"
        case "CR": "Cover"
        default: Int(text).flatMap { name($0) }
        }
    }
}
