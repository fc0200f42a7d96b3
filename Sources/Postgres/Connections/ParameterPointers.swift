/// The arrays of pointers, lengths and formats that libpq wants, kept from statement to statement so that none is
/// allocated.
struct ParameterPointers {
    private var values: [UnsafePointer<CChar>?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    typealias Send = (
        _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
        _ formats: UnsafePointer<Int32>?
    ) -> Int32

    /// Calls `send` with a statement's parameters, all of them in binary format.
    mutating func withPointers(to statement: PostgresStatement, _ send: Send) -> Int32 {
        values.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        return statement.values.withUnsafeBytes { bytes in
            var offset = 0
            for _ in statement.types {
                let length = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
                offset += MemoryLayout<Int32>.size
                // NB: a null pointer is NULL, so an empty value needs a pointer too: one past the end will do.
                let start = bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
                values.append(length < 0 ? nil : start)
                lengths.append(max(length, 0))
                offset += Int(max(length, 0))
            }
            while formats.count < values.count { formats.append(1) }
            return values.withUnsafeBufferPointer { values in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        send(values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
