extension JSONDocument {
    /// Writes a value as ``LeanJSONEncoder`` would: whole numbers as integers, of several members with one name the first.
    ///
    /// - Throws: the node of a number that doesn't fit.
    func write(_ index: Int, to writer: inout JSONWriter, omitting omitted: Set<String> = []) throws(UnfitNumber) {
        switch nodes[index].kind {
        case .null: writer.append("null")
        case .true: writer.write(true)
        case .false: writer.write(false)
        case .number: try writeNumber(index, to: &writer)
        case .string: writer.write(plain: bytes[nodes[index].range])
        case .escapedString: stringBytes(at: index).withUnsafeBufferPointer { writer.write(quoted: $0) }
        case .array: try writeArray(index, to: &writer)
        case .object: try writeObject(index, to: &writer, omitting: omitted)
        }
    }

    /// A number of a document that fits in no type.
    struct UnfitNumber: Error {
        let node: Int
    }

    private func writeNumber(_ index: Int, to writer: inout JSONWriter) throws(UnfitNumber) {
        if let integer: Int64 = integer(at: index) {
            writer.write(integer)
        } else if let unsigned: UInt64 = integer(at: index) {
            writer.write(unsigned)
        } else if let number: Double = number(at: index) {
            writer.write(number)
        } else {
            throw UnfitNumber(node: index)
        }
    }

    private func writeArray(_ array: Int, to writer: inout JSONWriter) throws(UnfitNumber) {
        writer.append(.openBracket)
        for element in elements(of: array) {
            if element > array + 1 { writer.append(.comma) }
            try write(element, to: &writer)
        }
        writer.append(.closeBracket)
    }

    private func writeObject(
        _ object: Int, to writer: inout JSONWriter, omitting omitted: Set<String>
    ) throws(UnfitNumber) {
        writer.append(.openBrace)
        let first = writer.members.count
        for index in names(of: object) {
            let isOmitted = omitted.contains { name in
                var name = name
                return name.withUTF8 { isName(index, equalTo: $0) }
            }
            if isOmitted { continue }
            stringBytes(at: index).withUnsafeBufferPointer { writer.beginMember(named: $0, of: first) }
            try write(index + 1, to: &writer)
        }
        writer.endObject(first, keeping: .first)
    }
}

extension LeanJSONDecoder {
    /// A text as ``LeanJSONEncoder`` would write it, so that texts that mean the same have equal bytes.
    ///
    /// - Parameter omitted: members of the outermost object to leave out.
    /// - Throws: as ``decode(_:from:)-(_,[UInt8])`` does.
    public func canonicalJSON(_ bytes: [UInt8], omitting omitted: Set<String> = []) throws -> [UInt8] {
        try JSONDocument(reading: bytes).canonicalJSON(omitting: omitted)
    }
}

extension JSONDocument {
    /// The JSON of a value, by default of the outermost, as the encoder would write it.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, for a number that doesn't fit.
    package func canonicalJSON(_ index: Int = 0, omitting omitted: Set<String> = []) throws -> [UInt8] {
        var writer = JSONWriter()
        do throws(UnfitNumber) {
            try write(index, to: &writer, omitting: omitted)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path(to: error.node), debugDescription: "a number that doesn't fit"))
        }
        return writer.bytes
    }
}

extension ValueDecoder: JSONKindDecoder {
    var kind: JSONKind {
        switch node.map({ document.nodes[$0].kind }) {
        case .null, nil: .null
        case .true, .false: .bool
        case .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    func canonicalJSON() throws -> [UInt8] {
        guard let node else { return Array("null".utf8) }
        return try document.canonicalJSON(node)
    }
}

extension ValueEncoder: JSONPassingEncoder {
    func encode(json: [UInt8]) throws {
        open(.scalar)
        do {
            try JSONDocument(reading: json).write(0, to: &state.pointee.writer)
        } catch {
            throw EncodingError.invalidValue(
                json, .init(codingPath: codingPath, debugDescription: "This is not JSON.", underlyingError: error))
        }
    }
}
