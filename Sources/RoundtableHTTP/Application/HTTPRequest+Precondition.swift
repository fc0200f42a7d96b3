import Foundation
import HTTPConnection
import HTTPTypes
import Roundtable

/// `If-Match` (RFC 9110, section 13.1.1), with which a request asks to be answered only if its target has a certain
/// entity tag.
extension HTTPRequest {
    /// Refuses a precondition of a request that changes something before it does: no target of one has an entity tag.
    ///
    /// - Throws: `preconditionFailed`.
    func checkPrecondition() throws(ServiceError) {
        guard headerFields.contains(.ifMatch), method != .get, method != .head else { return }
        throw ServiceError(.preconditionFailed, "Nothing that is sent to has a tag that `If-Match` could match.")
    }

    /// The answer to a request that reads, unless it is not what the request demands.
    ///
    /// - Throws: `preconditionFailed`.
    func checkPrecondition(of answer: HTTPReply) throws(ServiceError) -> HTTPReply {
        guard let demanded = headerFields[usuallyOne: .ifMatch] else { return answer }
        guard answer.head.status.kind == .successful || answer.head.status == .notModified else { return answer }
        // NB: tags are compared strongly, so one that begins with W/ is never the same.
        let current = answer.head.headerFields[.eTag]
        let isMet = demanded.listMembers.contains { tag in tag == "*" || current.map { tag == $0 } ?? false }
        guard isMet else { throw ServiceError(.preconditionFailed, "What is read has another tag than `If-Match`.") }
        return answer
    }
}
