/// The one text of each value: without spaces, members sorted by the bytes of their names, of several members with one
/// name the first, whole numbers as integers, strings stream-safe. So texts that mean the same have equal bytes.
extension JSONElement {
    /// The value as canonical JSON.
    ///
    /// - Parameter omitted: members of this object to leave out.
    /// - Throws: `invalid`, for a number that fits neither in 64 bits nor in a `Double`.
    package func canonicalJSON(omitting omitted: Set<String> = []) throws(JSONError) -> [UInt8] {
        var json = JSONWriter()
        try writeCanonical(to: &json, omitting: omitted)
        return json.withBytes { Array($0) }
    }

    private func writeCanonical(to json: inout JSONWriter, omitting omitted: Set<String>) throws(JSONError) {
        switch kind {
        case .null: json.null()
        case .bool: json.bool(try bool())
        case .number: try writeNumber(to: &json)
        case .string: json.string(try string())
        case .array:
            json.beginArray()
            for element in document.elements(of: index) {
                json.beginElement()
                try JSONElement(document, element).writeCanonical(to: &json, omitting: [])
            }
            json.endArray()
        case .object:
            json.beginObject()
            for name in document.sortedNames(of: index) {
                let bytes = document.stringBytes(at: name)
                if omitted.contains(where: { $0.utf8.elementsEqual(bytes) }) { continue }
                json.name(document.string(at: name))
                try JSONElement(document, name + 1).writeCanonical(to: &json, omitting: [])
            }
            json.endObject()
        }
    }

    private func writeNumber(to json: inout JSONWriter) throws(JSONError) {
        if let integer: Int = document.integer(at: index) {
            json.integer(integer)
        } else if let unsigned: UInt64 = document.integer(at: index) {
            json.integer(unsigned)
        } else {
            json.number(try number())
        }
    }
}

extension JSONDocument {
    /// The nodes of an object's names, sorted by their bytes, each name once.
    fileprivate func sortedNames(of object: Int) -> [Int] {
        let names = Array(names(of: object))
        guard names.count > 1 else { return names }
        var sorted = names.map { (bytes: stringBytes(at: $0), node: $0) }
        let isSorted = zip(sorted, sorted.dropFirst()).allSatisfy { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        if isSorted { return names }
        // NB: sorting is stable, so the first of several with one name stays the first.
        sorted.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        return sorted.indices.compactMap { place in
            place > 0 && sorted[place].bytes == sorted[place - 1].bytes ? nil : sorted[place].node
        }
    }
}
