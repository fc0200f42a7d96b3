import NIOCore
import RoundtableJSON

/// The service's answer: as much of it as the load tester looks at.
struct LoadReply: Sendable {
    var status: Int
    /// `ETag`, as it was sent.
    var tag: String?
    var body = ByteBuffer()

    /// The body, which must be JSON.
    var json: JSONElement {
        get throws(Flaw) { try JSONElement(sent: body.readableBytesView) }
    }
}

extension JSONElement {
    /// Reads a body that the service has sent.
    init(sent bytes: ByteBufferView) throws(Flaw) {
        do throws(JSONError) {
            self = try JSONDocument(Array(bytes)).root
        } catch {
            throw .wrong("\(error)")
        }
    }

    /// A value that must be there, found by its path.
    func require<Value: JSONReadable>(_ path: StaticString...) throws(Flaw) -> Value {
        do throws(JSONError) {
            var json = self
            for name in path { json = try json.read(name) }
            return try Value(json)
        } catch {
            throw .wrong("\(error)")
        }
    }
}
