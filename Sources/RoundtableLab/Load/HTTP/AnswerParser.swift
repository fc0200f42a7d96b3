import Foundation
import NIOCore

/// Cuts what arrives on a connection into answers; pure, fed with bytes as they come.
struct AnswerParser {
    /// A complete piece.
    enum Piece: Sendable {
        /// An answer with its whole body.
        case answer(LoadAnswer)
        /// The head of an answer whose body goes on for as long as it likes.
        case beginning(LoadAnswer)
        /// More of such a body.
        case more(ByteBuffer)
    }

    /// Why bytes are not an answer.
    struct Malformed: Error {}

    private enum State { case head, body(LoadAnswer, Int), chunks(LoadAnswer) }

    /// Whether bodies without a length are handed over as they arrive.
    var streams = false
    /// Whether the service closes the connection after the answer last read.
    private(set) var closes = false
    private var buffer = ByteBuffer()
    private var state = State.head

    /// Takes over what arrived.
    mutating func append(_ bytes: ByteBuffer) {
        guard buffer.readableBytes > 0 else { return buffer = bytes }
        var bytes = bytes
        buffer.writeBuffer(&bytes)
    }

    /// The next complete piece; nil if more must arrive first.
    mutating func next() throws(Malformed) -> Piece? {
        while true {
            switch state {
            case .head:
                guard try readHead() else { return nil }
                if streams, case .chunks(let answer) = state { return .beginning(answer) }
            case .body(var answer, let length):
                guard let body = buffer.readSlice(length: length) else { return nil }
                answer.body = body
                state = .head
                return .answer(answer)
            case .chunks(var answer):
                guard var chunk = try readChunk() else { return nil }
                guard chunk.readableBytes > 0 else {
                    state = .head
                    return .answer(answer)
                }
                if streams { return .more(chunk) }
                answer.body.writeBuffer(&chunk)
                state = .chunks(answer)
            }
        }
    }

    private mutating func readHead() throws(Malformed) -> Bool {
        guard let length = buffer.withUnsafeReadableBytes({ $0.headLength }) else { return false }
        let parsed = buffer.withUnsafeReadableBytes { AnswerHead(UnsafeRawBufferPointer(rebasing: $0[..<length])) }
        guard let head = parsed else { throw Malformed() }
        buffer.moveReaderIndex(forwardBy: length)
        closes = head.closes
        let answer = LoadAnswer(status: head.status, tag: head.tag)
        switch head.framing {
        case .length(let length): state = .body(answer, head.status == 304 ? 0 : length)
        case .chunked: state = .chunks(answer)
        }
        return true
    }

    /// A chunk that is complete; the empty one is the last.
    private mutating func readChunk() throws(Malformed) -> ByteBuffer? {
        let view = buffer.readableBytesView
        guard let lineEnd = view.firstIndex(of: 0x0A) else { return nil }
        let digits = view[..<lineEnd].prefix { $0 != 0x0D && $0 != UInt8(ascii: ";") }
        guard let length = Int(String(decoding: digits, as: UTF8.self), radix: 16), length >= 0 else {
            throw Malformed()
        }
        let lineLength = lineEnd + 1 - view.startIndex
        guard buffer.readableBytes >= lineLength + length + 2 else { return nil }
        buffer.moveReaderIndex(forwardBy: lineLength)
        let chunk = buffer.readSlice(length: length)
        buffer.moveReaderIndex(forwardBy: 2)
        return chunk
    }
}

extension UnsafeRawBufferPointer {
    /// The number of bytes up to an empty line and with it; nil if there is none.
    fileprivate var headLength: Int? {
        var start = 0
        while start < count, let base = baseAddress, let found = memchr(base + start, 0x0A, count - start) {
            let end = UnsafeRawPointer(found) - base + 1
            if end - start == 2, start > 0 { return end }
            start = end
        }
        return nil
    }
}
