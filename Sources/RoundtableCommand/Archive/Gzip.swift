import CZlib

/// Compression as gzip does it (RFC 1952): a file is a sequence of members, each compressed by itself.
enum Gzip {
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// A member with nothing in it. At the end of a file it says that the member before is whole, without a look at it.
    static let mark: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    /// Asks zlib for gzip's format.
    private static let format: CInt = 15 + 16

    static func member(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, format, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw Refusal("There is no memory to compress with.") }
        defer { deflateEnd(&stream) }
        var (input, output) = (bytes, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count)))))
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw Refusal("What is to be compressed is too long.") }
        return Array(output.prefix(Int(stream.total_out)))
    }

    final class Reader {
        /// The place in a file up to which it was read.
        enum State { case betweenMembers, inMember, damaged }

        // NB: zlib remembers where the stream is, so that it must not move.
        private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        private var output = [UInt8](repeating: 0, count: 1 << 16)
        private(set) var state = State.betweenMembers
        /// The number of bytes of the members that were read to their ends.
        private(set) var wholeLength = 0
        private var length = 0

        init() throws {
            stream.initialize(to: z_stream())
            guard
                inflateInit2_(stream, Gzip.format, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
            else { throw Refusal("There is no memory to decompress with.") }
        }

        deinit {
            inflateEnd(stream)
            stream.deinitialize(count: 1)
            stream.deallocate()
        }

        /// Decompresses some of the next bytes, which it takes away; up to the first damage.
        func read(_ input: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            guard state != .damaged, !input.isEmpty else { return [] }
            var bytes = Array(input)
            let (taken, made, status) = bytes.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
                    (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(output.count))
                    let status = inflate(stream, Z_NO_FLUSH)
                    return (
                        input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out), status
                    )
                }
            }
            input = input.dropFirst(taken)
            length += taken
            switch status {
            case Z_STREAM_END:
                (state, wholeLength) = (.betweenMembers, length)
                inflateReset(stream)
            case Z_OK, Z_BUF_ERROR: state = .inMember
            default: state = .damaged
            }
            return output.prefix(made)
        }
    }
}
