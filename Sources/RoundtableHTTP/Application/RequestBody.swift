import Digests
import Foundation
import HTTPTypes
@_spi(Roundtable) import RoundtableJSON
import NIOCore
import Roundtable
import RoundtableModel

/// A request's body, read and understood once.
struct RequestBody {
    /// Longer bodies are refused: an open game's state may have 64 KiB, and must fit with what surrounds it.
    static let maximumLength = 128 * 1024
    /// The longest body where there is no move: a conversation of 65 participants takes less than half of it.
    static let usualLength = 8 * 1024 - 1
    /// Bodies that nest deeper are refused: options and moves may have 32 levels, and lie in others.
    static let maximumDepth = 40

    private let document: JSONDocument

    /// Reads a body.
    ///
    /// - Parameter isOptional: whether none is an empty object.
    /// - Throws: `bad_request`, if it is missing, or not JSON.
    init(_ body: ByteBuffer, isOptional: Bool = false) throws(ServiceError) {
        let isMissing = body.readableBytes == 0
        guard isOptional || !isMissing else { throw ServiceError(.badRequest, "The body is missing.") }
        document = try Self.read { () throws(JSONError) in
            try JSONDocument(
                isMissing ? Array("{}".utf8) : Array(body.readableBytesView), maximumDepth: Self.maximumDepth)
        }
    }

    /// The body as a value.
    ///
    /// - Throws: `bad_request`, saying which member is missing or of the wrong type.
    func decode<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(ServiceError) -> Value {
        try Self.read { () throws(JSONError) in try Value(document.root) }
    }

    /// 16 bytes that are the same in every repetition of a request: a hash of method, path, and the body without what
    /// only says where and how the answer is read.
    func fingerprint(of request: HTTPRequest) -> [UInt8] {
        var hash = SHA256()
        hash.update(request.method.rawValue)
        hash.update(" ")
        hash.update(request.pathAlone)
        hash.update("\n")
        hash.update(document.root.comparableJSON(omitting: Self.incidental))
        return Array(hash.finalize().prefix(16))
    }

    private static let incidental: Set = ["conversation", "locale", "nickname"]

    private static func read<Value>(_ read: () throws(JSONError) -> Value) throws(ServiceError) -> Value {
        do throws(JSONError) {
            return try read()
        } catch {
            throw ServiceError(.badRequest, error.sentence(about: "The body"), underlying: error)
        }
    }
}

extension SHA256 {
    fileprivate mutating func update(_ text: some StringProtocol) {
        if text.utf8.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            update(Array(text.utf8))
        }
    }
}

extension HTTPRequest {
    var pathAlone: Substring {
        var path = self.path ?? "/"
        let length = path.withUTF8 { $0.firstIndex(of: UInt8(ascii: "?")) ?? $0.count }
        return path[..<path.utf8.index(path.startIndex, offsetBy: length)]
    }
}
