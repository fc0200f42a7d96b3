import Foundation
import HTTPTypes
import RoundtableJSON
import RoundtableModel
import Testing

/// What came back for a request.
struct Reply: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: Data
    /// The body, if it is JSON.
    let json: JSONValue?

    init(status: Int, headers: HTTPFields, body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
        json = try? JSONValue(json: Array(body))
    }

    /// A value in the body, by the names of members and the numbers of elements that lead to it; nil if there is none.
    subscript(steps: String...) -> JSONValue? {
        steps.reduce(json) { value, step in
            guard let elements = value?.array else { return value?[step] }
            return Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
    }

    /// Whether the body is a PNG, which holds no text.
    var isPicture: Bool { body.starts(with: [0x89]) }

    /// The body as text; each byte a letter where it is a picture.
    ///
    /// NB: a repaired text would cost Swift Testing a backtrace for each place that is no UTF-8.
    var text: String {
        String(validating: body, as: UTF8.self) ?? String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
    }

    /// The value of a header.
    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    /// After how many seconds to try again.
    var retryAfter: Int? { header("Retry-After").flatMap { Int($0) } }

    /// The session in the answer.
    var session: String {
        get throws { try #require((self["session", "id"] ?? self["id"])?.string, "\(text)") }
    }

    /// The token of the message in the answer.
    var token: String {
        get throws { try #require(self["message", "token"]?.string, "\(text)") }
    }

    /// Whether this is the refusal of that code, as `application/problem+json`, and says where the session is.
    func isProblem(_ code: ErrorCode, revision: Int? = nil) -> Bool {
        status == code.status && header("Content-Type") == "application/problem+json"
            && self["code"]?.string == code.rawValue && self["status"]?.integer == code.status
            && self["revision"]?.integer == revision
    }
}

/// Expects a refusal, and shows the answer if it is another one.
func expect(
    _ answer: Reply, isProblem code: ErrorCode, revision: Int? = nil, at place: SourceLocation = #_sourceLocation
) {
    #expect(
        answer.isProblem(code, revision: revision), "not \(code) at \(String(describing: revision)): \(answer.text)",
        sourceLocation: place)
}

/// Expects a status, and shows the answer if it has another one.
@discardableResult
func expect(_ answer: Reply, is status: Int, at place: SourceLocation = #_sourceLocation) -> Reply {
    #expect(answer.status == status, "\(answer.text)", sourceLocation: place)
    return answer
}
