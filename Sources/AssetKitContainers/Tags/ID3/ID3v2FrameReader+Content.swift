internal import AssetKitBase
internal import CMTimeLib
internal import Foundation

extension ID3v2FrameReader {
    /// Turns a frame into entries by what its name says it holds.
    mutating func readContent(_ frame: Frame) throws {
        // What is compressed or encrypted is named and left where it is.
        guard frame.form.isDisjoint(with: [.compressed, .encrypted]),
            frame.count <= limits.valueByteCount
                || ["APIC", "PIC", "GEOB", "GEO"].contains(frame.name)
        else {
            entries.append(TagEntry(.id3, frame.name, .stored(stored(whole: frame))))
            return
        }
        switch frame.name {
        case "TXXX", "TXX", "WXXX", "WXX": try readUserField(frame)
        case "COMM", "COM", "USLT", "ULT": try readComment(frame)
        case "APIC", "PIC": try readPicture(frame)
        case "GEOB", "GEO": try readObject(frame)
        case "CHAP": try readChapter(frame)
        case "CTOC": try readContentsTable(frame)
        case "UFID", "UFI", "PRIV": try readOwned(frame)
        case "USER": try readTerms(frame)
        // It is there, or it is not.
        case "PCST", "PCS": add(frame.name, texts: ["1"])
        case "PCNT", "CNT", "POPM", "POP": try readCounter(frame)
        default: try readPlain(frame)
        }
    }

    private mutating func readPlain(_ frame: Frame) throws {
        if frame.name.hasPrefix("T") || ["GP1", "GRP1", "MVNM", "MVIN", "MVN", "MVI"].contains(frame.name) {
            let bytes = try content(frame, limit: limits.valueByteCount)
            guard let (encoding, rest) = Self.encoding(bytes[...], version: version) else { return }
            add(frame.name, texts: Self.values(rest, encoding))
        } else if frame.name.hasPrefix("W") {
            let text = TagText.latin1(TagText.terminated(try content(frame, limit: limits.valueByteCount)[...]))
            add(frame.name, texts: [text])
        } else {
            let value: TagValue =
                frame.count <= limits.inlineDataByteCount
                ? .data(try content(frame, limit: limits.inlineDataByteCount)) : .stored(stored(whole: frame))
            entries.append(TagEntry(.id3, frame.name, value))
        }
    }

    private mutating func add(_ key: String, texts: [String], name: String? = nil, language: String? = nil) {
        for text in texts where entries.count < limits.entryCount {
            entries.append(TagEntry(.id3, key, .text(text), language: language, name: name))
        }
    }

    private mutating func readUserField(_ frame: Frame) throws {
        let bytes = try content(frame, limit: limits.valueByteCount)
        guard let (encoding, rest) = Self.encoding(bytes[...], version: version) else { return }
        let (name, value) = Self.split(rest, encoding)
        // The address in a user link is always Latin-1.
        let texts =
            frame.name.hasPrefix("W") ? [TagText.latin1(TagText.terminated(value))] : Self.values(value, encoding)
        add(frame.name, texts: texts, name: TagText.decode(name, as: encoding))
    }

    private mutating func readComment(_ frame: Frame) throws {
        let bytes = try content(frame, limit: limits.valueByteCount)
        guard let (encoding, rest) = Self.encoding(bytes[...], version: version), rest.count >= 3 else { return }
        let (name, value) = Self.split(rest.dropFirst(3), encoding)
        let text = TagText.decode(Self.split(value, encoding).0, as: encoding)
        let title = TagText.decode(name, as: encoding)
        add(frame.name, texts: [text], name: title.isEmpty ? nil : title, language: Self.language(rest))
    }

    private mutating func readTerms(_ frame: Frame) throws {
        let bytes = try content(frame, limit: limits.valueByteCount)
        guard let (encoding, rest) = Self.encoding(bytes[...], version: version), rest.count >= 3 else { return }
        let text = TagText.decode(Self.split(rest.dropFirst(3), encoding).0, as: encoding)
        add(frame.name, texts: [text], language: Self.language(rest))
    }

    private mutating func readPicture(_ frame: Frame) throws {
        // Type and description stand in front of the picture and are short; the picture itself stays in the file.
        let bytes = try content(frame, limit: 4_096)
        guard let (encoding, rest) = Self.encoding(bytes[...], version: version) else { return }
        var entry = TagEntry(.id3, frame.name, .text(""))
        var remaining = rest
        if version == 2 {
            guard remaining.count >= 3 else { return }
            entry.mimeType = Self.mimeType(ofPictureFormat: TagText.latin1(remaining.prefix(3)))
            remaining = remaining.dropFirst(3)
        } else {
            let mimeType = TagText.terminated(remaining)
            entry.mimeType = TagText.latin1(mimeType).lowercased()
            remaining = remaining.dropFirst(mimeType.count + 1)
        }
        guard let kind = remaining.popFirst() else { return }
        entry.pictureKind = Int(kind)
        let (name, picture) = Self.split(remaining, encoding)
        let title = TagText.decode(name, as: encoding)
        entry.name = title.isEmpty ? nil : title
        entry.value = .stored(try stored(frame, skipping: picture.startIndex))
        entries.append(entry)
    }

    private mutating func readObject(_ frame: Frame) throws {
        let bytes = try content(frame, limit: 4_096)
        guard let (encoding, rest) = Self.encoding(bytes[...], version: version) else { return }
        let mimeType = TagText.terminated(rest)
        let (fileName, afterName) = Self.split(rest.dropFirst(mimeType.count + 1), encoding)
        let (description, object) = Self.split(afterName, encoding)
        var entry = TagEntry(.id3, frame.name, .stored(try stored(frame, skipping: object.startIndex)))
        entry.mimeType = TagText.latin1(mimeType)
        let names = [description, fileName].map { TagText.decode($0, as: encoding) }
        entry.name = names.first { !$0.isEmpty }
        entries.append(entry)
    }

    /// A value that belongs to whoever is named in front of it.
    private mutating func readOwned(_ frame: Frame) throws {
        let bytes = try content(frame, limit: limits.valueByteCount)
        let owner = TagText.terminated(bytes[...])
        let value = bytes.dropFirst(owner.count + 1)
        let name = TagText.latin1(owner)
        entries.append(TagEntry(.id3, frame.name, .data(Array(value)), name: name))
    }

    private mutating func readCounter(_ frame: Frame) throws {
        var reader = FieldReader(try content(frame, limit: limits.inlineDataByteCount))
        guard frame.name.hasPrefix("PO") else {
            guard let count = reader.big(min(8, reader.remaining)) else { return }
            entries.append(TagEntry(.id3, frame.name, .number(Int64(clamping: count))))
            return
        }
        // A rating from 1, the worst, to 255 by whoever is named in front of it; 0 says nothing.
        let owner = TagText.terminated(reader.bytes[...])
        guard reader.skip(owner.count + 1), let rating = reader.byte() else { return }
        entries.append(TagEntry(.id3, frame.name, .number(Int64(rating)), name: TagText.latin1(owner)))
    }
}

extension ID3v2FrameReader {
    private mutating func readChapter(_ frame: Frame) throws {
        guard depth < limits.depth, chapters.count < limits.chapterCount else { return }
        let bytes = try content(frame, limit: limits.valueByteCount)
        let identifier = TagText.terminated(bytes[...])
        var reader = FieldReader(bytes)
        guard reader.skip(identifier.count + 1), let start = reader.big(4), let end = reader.big(4), reader.skip(8)
        else { return }
        var chapter = TagChapter(
            identifier: TagText.latin1(identifier),
            start: CMTime(value: Int64(start), timescale: 1_000)
        )
        // All ones say that the field is not used.
        if end != 0xffff_ffff, end >= start { chapter.end = CMTime(value: Int64(end), timescale: 1_000) }
        let inner = try innerEntries(frame, skipping: reader.position)
        chapter.titles = inner.filter { ["TIT2", "TT2"].contains($0.key) }
            .compactMap { $0.value.text.map { TagChapter.Title(text: $0) } }
        chapter.entries = inner
        chapters.append(chapter)
    }

    private mutating func readContentsTable(_ frame: Frame) throws {
        guard depth < limits.depth, contentsTables.count < limits.chapterCount else { return }
        let bytes = try content(frame, limit: limits.valueByteCount)
        let identifier = TagText.terminated(bytes[...])
        var reader = FieldReader(bytes)
        guard reader.skip(identifier.count + 1), let flags = reader.byte(), let count = reader.byte() else { return }
        var children: [String] = []
        for _ in 0..<count {
            let child = TagText.terminated(reader.bytes[reader.position...])
            guard reader.skip(child.count + 1) else { break }
            children.append(TagText.latin1(child))
        }
        let inner = try innerEntries(frame, skipping: reader.position)
        contentsTables.append(
            .init(
                identifier: TagText.latin1(identifier),
                isTopLevel: flags & 2 != 0,
                isOrdered: flags & 1 != 0,
                children: children,
                title: inner.first { ["TIT2", "TT2"].contains($0.key) }?.value.text
            )
        )
    }

    /// The entries of the frames that lie in a frame.
    private func innerEntries(_ frame: Frame, skipping skipped: Int) throws -> [TagEntry] {
        guard !frame.form.contains(.unsynchronised) else {
            let plain = try content(frame, limit: limits.valueByteCount)
            // Its bytes are no longer those of the file, so pictures in it cannot be told by place.
            let source = try ByteWindow(AKDataSource(Data(plain)))
            let body = ID3Body(source, extent: ByteExtent(offset: 0, count: Int64(plain.count)))
            return try innerEntries(of: body, from: skipped, to: plain.count).filter {
                if case .stored = $0.value { false } else { true }
            }
        }
        return try innerEntries(of: body, from: frame.position + skipped, to: frame.position + frame.count)
    }

    private func innerEntries(of body: ID3Body, from start: Int, to end: Int) throws -> [TagEntry] {
        var reader = ID3v2FrameReader(body, version: version, limits: limits)
        reader.depth = depth + 1
        try reader.readAll(startingAt: start, end: end)
        return reader.entries
    }
}
