import Foundation
import HTTPTypes
import Hummingbird
import Roundtable

/// The answer to a read of a session, with its tag.
struct ViewAnswer: Sendable {
    private let answer: JSONAnswer
    /// Changes whenever the answer does.
    let tag: String

    /// The answer with a view.
    init(_ view: SessionView) {
        var answer = JSONAnswer { $0.write(view) }
        tag = answer.entityTag
        answer.headers[.eTag] = tag
        answer.headers[.cacheControl] = "private, no-cache"
        answer.headers[.vary] = "Authorization, Participant, Accept-Language"
        self.answer = answer
    }

    /// How many bytes it takes to keep the answer, roughly.
    var size: Int { answer.body.storageCapacity + 1024 }

    /// The answer, or 304 if the client knows it.
    ///
    /// - Parameter known: what the client sent as `If-None-Match`.
    func json(unless known: String?) -> JSONAnswer { known.map(matches) ?? false ? answer.notModified : answer }

    /// Whether a client that sent this `If-None-Match` knows the answer.
    func matches(_ known: String) -> Bool {
        if known == tag { return true }
        return known.split(separator: ",").contains { tag in
            let tag = tag.trimmingCharacters(in: .whitespaces)
            return tag == "*" || tag == self.tag || tag == "W/" + self.tag
        }
    }
}
