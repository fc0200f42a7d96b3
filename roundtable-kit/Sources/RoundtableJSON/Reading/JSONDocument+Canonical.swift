/// The one text of each value: without spaces, members sorted by the bytes of their names, of several members with one
/// name the first, whole numbers as integers, no escape but those that must be. So texts that mean the same have equal
/// bytes.
extension JSONElement {
    /// The value as canonical JSON.
    ///
    /// - Throws: `invalid`, for a number that fits neither in 64 bits nor in a `Double`.
    @_spi(Roundtable) public func canonicalJSON() throws(JSONError) -> [UInt8] {
        var json = JSONWriter()
        try write(to: &json, omitting: []) { json, number throws(JSONError) in json.number(try number.number()) }
        return json.withBytes { Array($0) }
    }

    /// The same of any value, to be compared and not to be read: a number that fits nowhere stays as it is written.
    ///
    /// - Parameter omitted: members of this object to leave out.
    @_spi(Roundtable) public func comparableJSON(omitting omitted: Set<String> = []) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json, omitting: omitted) { json, number in
            let (document, index) = (number.document, number.index)
            if let number = document.number(at: index) {
                json.number(number)
            } else {
                json.json(document.bytes[document.nodes[index].range])
            }
        }
        return json.withBytes { Array($0) }
    }

    /// - Parameter writeNumber: writes a number that is no whole one of 64 bits.
    private func write<Failure: Error>(
        to json: inout JSONWriter, omitting omitted: Set<String>,
        _ writeNumber: (inout JSONWriter, JSONElement) throws(Failure) -> Void
    ) throws(Failure) {
        switch kind {
        case .null: json.null()
        case .bool: json.bool(document.nodes[index].kind == .true)
        case .number: try self.writeNumber(to: &json, writeNumber)
        case .string: document.stringBytes(at: index).withUnsafeBufferPointer { json.string(of: $0) }
        case .array:
            json.beginArray()
            for element in document.elements(of: index) {
                json.beginElement()
                try JSONElement(document, element).write(to: &json, omitting: [], writeNumber)
            }
            json.endArray()
        case .object:
            json.beginObject()
            for name in document.sortedNames(of: index) {
                let bytes = document.stringBytes(at: name)
                if omitted.contains(where: { $0.utf8.elementsEqual(bytes) }) { continue }
                bytes.withUnsafeBufferPointer { json.name(of: $0) }
                try JSONElement(document, name + 1).write(to: &json, omitting: [], writeNumber)
            }
            json.endObject()
        }
    }

    private func writeNumber<Failure: Error>(
        to json: inout JSONWriter, _ writeOther: (inout JSONWriter, JSONElement) throws(Failure) -> Void
    ) throws(Failure) {
        let text = document.bytes[document.nodes[index].range]
        if DecimalText.isShortest(text) {
            json.json(text)
        } else if let integer: Int = document.integer(at: index) {
            json.integer(integer)
        } else if let unsigned: UInt64 = document.integer(at: index) {
            json.integer(unsigned)
        } else {
            try writeOther(&json, self)
        }
    }
}

extension JSONDocument {
    /// The nodes of an object's names, sorted by their bytes, each name once.
    fileprivate func sortedNames(of object: Int) -> [Int] {
        var names: [Int] = []
        names.reserveCapacity(8)
        for name in self.names(of: object) { names.append(name) }
        if names.contains(where: { nodes[$0].kind == .escapedString }) {
            var texts = names.map { (bytes: stringBytes(at: $0), node: $0) }
            Self.sort(&texts) { $0.bytes }
            return texts.map(\.node)
        }
        bytes.withUnsafeBufferPointer { bytes in Self.sort(&names) { bytes[nodes[$0].range] } }
        return names
    }

    /// Sorts names by their bytes, and leaves each once. NB: sorting is stable, so the first of several with one text
    /// stays.
    private static func sort<Name>(_ names: inout [Name], by text: (Name) -> some Collection<UInt8>) {
        names.sort { text($0).lexicographicallyPrecedes(text($1)) }
        var last = 0
        for place in names.indices.dropFirst() where !text(names[place]).elementsEqual(text(names[last])) {
            last += 1
            names[last] = names[place]
        }
        names.removeLast(max(0, names.count - last - 1))
    }
}
