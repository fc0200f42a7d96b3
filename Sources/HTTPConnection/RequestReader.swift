import Foundation
import NIOCore

/// Reads requests from the bytes of a connection (RFC 9112), one at a time: what comes behind the one that is being
/// answered stays as it came.
///
/// It accepts no other form than that of the RFC, as proxies that read another meaning into the same bytes would let
/// one client put words into the mouth of the next (request smuggling).
struct RequestReader {
    /// The part of a request that comes next.
    enum Step {
        case head(RequestHead)
        /// A piece of the body.
        case body(ByteBuffer)
        /// The request is complete.
        case end
        /// More bytes are needed.
        case wait
    }

    private enum State {
        case head
        case body(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailers
    }

    /// The longest head, and the longest trailers, in bytes.
    private static let longestHead = 32 * 1024
    /// The longest line with the size of a chunk, in bytes.
    private static let longestSize = 256
    /// The most bytes of all extensions of a body's chunks; each chunk of less than ``usualChunk`` bytes counts as one
    /// more.
    private static let mostOverhead = 4096
    private static let usualChunk = 64
    /// The largest chunk, in bytes, that is waited for: larger than any body.
    private static let largestChunk = 1 << 24
    /// The number of empty lines that are passed over before a request (RFC 9112, section 2.2).
    private static let mostEmptyLines = 4

    private var state = State.head
    private var search = EndSearch()
    private var emptyLines = 0
    private var overhead = 0

    /// Takes the next step.
    ///
    /// - Parameter bytes: what has come and is not read yet.
    /// - Throws: a fault; nothing behind it can be read.
    mutating func next(_ bytes: inout ByteBuffer) throws(RequestFault) -> Step {
        while true {
            switch state {
            case .head: return try head(&bytes)
            case .body(0): return end()
            case .body(let left):
                guard let piece = bytes.readSlice(length: min(left, bytes.readableBytes)), piece.readableBytes > 0
                else { return .wait }
                state = .body(left: left - piece.readableBytes)
                return .body(piece)
            case .chunkSize:
                guard let size = try chunkSize(&bytes) else { return .wait }
                state = size == 0 ? .trailers : .chunk(left: size)
            case .chunk(0): state = .chunkEnd
            case .chunk(let left):
                guard let piece = bytes.readSlice(length: min(left, bytes.readableBytes)), piece.readableBytes > 0
                else { return .wait }
                state = .chunk(left: left - piece.readableBytes)
                return .body(piece)
            case .chunkEnd:
                guard try hasChunkEnded(&bytes) else { return .wait }
                state = .chunkSize
            case .trailers: return try trailers(&bytes) ? end() : .wait
            }
        }
    }

    private mutating func end() -> Step {
        state = .head
        return .end
    }

    private mutating func head(_ bytes: inout ByteBuffer) throws(RequestFault) -> Step {
        while bytes.readableBytes >= 2, search.isInFirstLine, bytes.starts(with: "\r\n") {
            emptyLines += 1
            guard emptyLines <= Self.mostEmptyLines else { throw .malformed }
            bytes.moveReaderIndex(forwardBy: 2)
            search = EndSearch()
        }
        guard let length = try search.end(in: bytes, atMost: Self.longestHead, isHead: true) else { return .wait }
        let head = try bytes.reading(length) { head throws(RequestFault) in try RequestHead(reading: head) }
        bytes.moveReaderIndex(forwardBy: length)
        (search, emptyLines, overhead) = (EndSearch(), 0, 0)
        switch head.framing {
        case .length(let length): state = .body(left: length)
        case .chunked: state = .chunkSize
        }
        return .head(head)
    }

    /// The size of the next chunk (RFC 9112, section 7.1); nil if its line has not come.
    private mutating func chunkSize(_ bytes: inout ByteBuffer) throws(RequestFault) -> Int? {
        let view = bytes.readableBytesView.prefix(Self.longestSize)
        guard let lineFeed = view.firstIndex(of: .lineFeed) else {
            let isFit = view.prefix { $0.isHexDigit }.count > 0 || view.isEmpty
            guard isFit, view.count < Self.longestSize else { throw .malformed }
            return nil
        }
        let line = view[..<lineFeed]
        guard line.last == .carriageReturn else { throw .malformed }
        let digits = line.prefix { $0.isHexDigit }
        let rest = line[digits.endIndex...].dropLast()
        let extensions = rest.drop(while: \.isBlank)
        guard (1...15).contains(digits.count), rest.isEmpty || extensions.first == UInt8(ascii: ";"),
            extensions.allSatisfy(\.isFieldByte), !extensions.endsInQuotedString
        else { throw .malformed }
        let size = digits.reduce(0) { $0 << 4 | Int($1.isDigit ? $1 & 15 : ($1 & 15) + 9) }
        guard size <= Self.largestChunk else { throw .bodyTooLarge }
        overhead += rest.count + (size < Self.usualChunk ? 1 : 0)
        guard overhead <= Self.mostOverhead else { throw .malformed }
        bytes.moveReaderIndex(forwardBy: line.count + 1)
        return size
    }

    private func hasChunkEnded(_ bytes: inout ByteBuffer) throws(RequestFault) -> Bool {
        let view = bytes.readableBytesView
        guard view.first ?? .carriageReturn == .carriageReturn else { throw .malformed }
        guard view.count > 1 else { return false }
        guard view.dropFirst().first == .lineFeed else { throw .malformed }
        bytes.moveReaderIndex(forwardBy: 2)
        return true
    }

    /// Reads the fields behind the last chunk, and forgets them (RFC 9110, section 6.5.1): what they say may have been
    /// acted upon already.
    private mutating func trailers(_ bytes: inout ByteBuffer) throws(RequestFault) -> Bool {
        guard let length = try search.end(in: bytes, atMost: Self.longestHead, isHead: false) else { return false }
        try bytes.reading(length) { trailers throws(RequestFault) in
            var lines = HeadLines(trailers)
            while let line = try lines.next() { _ = try FieldLine(line) }
        }
        bytes.moveReaderIndex(forwardBy: length)
        search = EndSearch()
        return true
    }
}

/// Looks for the empty line that ends a head or trailers, and at each byte once, however few come at a time.
private struct EndSearch {
    /// The longest name of a method; what has none before that is no request.
    private static let longestMethod = 32

    /// The number of bytes that were looked at.
    private var looked = 0
    /// Where the line begins that they end in.
    private var line = 0
    /// The length of the first line, once it has come.
    private var firstLine: Int?
    /// The longest first line, in bytes. If it is longer, it is the target that makes a head too large.
    private static let longestFirstLine = 16 * 1024

    /// Whether no end of a line was found yet.
    var isInFirstLine: Bool { line == 0 }

    /// The number of bytes up to and including the empty line; nil if it has not come.
    mutating func end(in bytes: ByteBuffer, atMost limit: Int, isHead: Bool) throws(RequestFault) -> Int? {
        let found = bytes.withUnsafeReadableBytes { bytes in
            Result { () throws(RequestFault) in try findEnd(in: bytes) }
        }
        let end: Int? = try found.get()
        guard end ?? looked <= limit else {
            throw isHead && firstLine ?? looked > Self.longestFirstLine ? .targetTooLong : .headTooLarge
        }
        guard end == nil, isHead, line == 0 else { return end }
        try bytes.reading(min(bytes.readableBytes, Self.longestMethod)) { begin throws(RequestFault) in
            let method = begin.prefix(while: \.isTokenByte)
            let rest = begin.dropFirst(method.count).first
            // NB: half of an empty line may come before a request.
            let isEmptyLine = method.isEmpty && rest == .carriageReturn && begin.count == 1
            let isFit = rest.map { $0 == .space && !method.isEmpty } ?? (method.count < Self.longestMethod)
            guard isFit || isEmptyLine else { throw .malformed }
        }
        return nil
    }

    private mutating func findEnd(in bytes: UnsafeRawBufferPointer) throws(RequestFault) -> Int? {
        while looked < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + looked, Int32(UInt8.lineFeed), bytes.count - looked)
        {
            let index = base.distance(to: UnsafeRawPointer(found))
            guard index > line, bytes[index - 1] == .carriageReturn else { throw .malformed }
            looked = index + 1
            if firstLine == nil { firstLine = looked }
            if index - 1 == line { return looked }
            line = looked
        }
        looked = bytes.count
        return nil
    }
}

extension ByteBuffer {
    /// Lends the next bytes.
    fileprivate func reading<Value>(
        _ length: Int, _ body: (UnsafeRawBufferPointer) throws(RequestFault) -> Value
    ) throws(RequestFault) -> Value {
        let result = withUnsafeReadableBytes { bytes in
            Result { () throws(RequestFault) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<length])) }
        }
        return try result.get()
    }

    fileprivate func starts(with text: StaticString) -> Bool {
        readableBytesView.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension ByteBufferView {
    /// Whether a quoted string has begun that does not end (RFC 9110, section 5.6.4).
    fileprivate var endsInQuotedString: Bool {
        var (isQuoted, isEscaped) = (false, false)
        for byte in self {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else {
                isEscaped = isQuoted && byte == UInt8(ascii: "\\")
            }
        }
        return isQuoted
    }
}
