import Foundation
import HTTPConnection
import HTTPTypes
import Roundtable
@_spi(Roundtable) import RoundtableJSON

extension HTTPField.Name {
    static let idempotencyKey = known("Idempotency-Key")
    static let participant = known("Participant")
    static let lastEventID = known("Last-Event-ID")
    static let requestID = known("X-Request-ID")
    static let forwardedFor = known("X-Forwarded-For")
    static let forwarded = known("Forwarded")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a field") }
        return name
    }
}

extension HTTPFields {
    /// The value of a field that nearly always comes once and then needs no joining; as the usual subscript has it
    /// otherwise.
    subscript(usuallyOne name: HTTPField.Name) -> String? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        let isOnly = !self[(index + 1)...].contains { $0.name == name }
        return isOnly ? self[index].value : self[name]
    }
}

extension HTTPRequest {
    /// The longest field, in bytes, that may have other characters than those of ASCII.
    private static let longestText = 256

    /// The same without fields that would take long to compare with anything: nobody sends them but to make us do that.
    var withoutLongTexts: HTTPRequest {
        func isLong(_ field: HTTPField) -> Bool {
            field.withUnsafeBytesOfValue { $0.count > Self.longestText && $0.contains { $0 > 0x7F } }
        }
        guard headerFields.contains(where: isLong) else { return self }
        var request = self
        request.headerFields = HTTPFields(
            headerFields.compactMap { field in
                guard isLong(field) else { return field }
                // NB: what a proxy adds to that of a client stands at its end, and tells whose request it is.
                guard field.name == .forwardedFor || field.name == .forwarded else { return nil }
                let end = field.value.utf8.suffix(Self.longestText).drop { $0 != UInt8(ascii: ",") }.dropFirst()
                return HTTPField(name: field.name, value: String(decoding: end, as: UTF8.self))
            })
        return request
    }

    /// The credential of `Authorization: Bearer TOKEN`, genuine or not.
    var bearerToken: String? {
        let scheme = "bearer "
        guard let header = headerFields[usuallyOne: .authorization]?.utf8, header.count > scheme.utf8.count,
            zip(header, scheme.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
        else { return nil }
        return String(header.dropFirst(scheme.utf8.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    }

    /// The first languages of `Accept-Language`, the preferred one first (RFC 9110, section 12.5.4), without what is
    /// longer than any tag.
    var languages: [String] {
        guard let header = headerFields[usuallyOne: .acceptLanguage] else { return [] }
        let weighted = header.listMembers.prefix(Self.mostLanguages).compactMap { range -> (String, Double)? in
            let parts = range.members(separatedBy: ";")
            guard let tag = parts.first, tag != "*", tag.utf8.count <= LanguageTag.maximumLength else { return nil }
            // NB: names of parameters are the same in any case (RFC 9110, section 5.6.6).
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") || $0.hasPrefix("Q=") }
            let quality = weight.flatMap { Double($0.dropFirst(2)) }
            return quality == 0 ? nil : (String(tag), quality ?? 1)
        }
        return weighted.enumerated()
            .sorted { ($0.element.1, -$0.offset) > ($1.element.1, -$1.offset) }
            .map(\.element.0)
    }

    /// More than any reader speaks.
    private static let mostLanguages = 16

    /// The device that asks, by its own identifier in the header `Participant`.
    ///
    /// - Throws: `bad_request`, if it is no UUID.
    func participant() throws(ServiceError) -> ParticipantID? {
        guard let header = headerFields[usuallyOne: .participant] else { return nil }
        guard let participant = ParticipantID(header) else {
            throw ServiceError(.badRequest, "The header Participant is not a UUID.")
        }
        return participant
    }

    /// The revision that a client knows that resumes a stream.
    ///
    /// - Throws: `bad_request`, if it is no revision.
    var lastEvent: Int? {
        get throws(ServiceError) {
            guard let text = headerFields[.lastEventID] else { return nil }
            guard let revision = Int(canonical: text, in: 0...Int(Int32.max)) else {
                throw ServiceError(.badRequest, "Last-Event-ID is not a revision.")
            }
            return revision
        }
    }

    /// The key by which a repetition of this request is recognised.
    ///
    /// - Throws: `bad_request`, if it is missing, or longer than 128 characters.
    func idempotencyKey() throws(ServiceError) -> String {
        guard let key = headerFields[usuallyOne: .idempotencyKey], !key.isEmpty else {
            throw ServiceError(.badRequest, "This request needs an Idempotency-Key.")
        }
        // NB: scalars, as one character may consist of any number of them.
        guard key.unicodeScalars.count <= 128 else {
            throw ServiceError(.badRequest, "An Idempotency-Key has at most 128 characters.")
        }
        return key
    }
}

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

extension String {
    /// The longest list, in bytes: what is beyond, nobody sends but to have us look at it.
    private static let longestList = 1024

    /// The members of a field's value that is a list (RFC 9110, section 5.6.1), without the white space around them.
    var listMembers: [Substring] {
        let isLong = utf8.count > Self.longestList
        let members = Substring(utf8.prefix(Self.longestList)).members(separatedBy: ",")
        // NB: the last one may have been cut.
        return isLong ? members.dropLast() : members
    }
}

extension Substring {
    /// The parts between separators that are not empty, without the white space around them.
    fileprivate func members(separatedBy separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator)).map { part in
            let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            var part = part.drop(while: isSpace)
            while let last = part.last, isSpace(last) { part.removeLast() }
            return Substring(part)
        }
    }
}

extension Int {
    /// Reads a number in its canonical form: without a plus, or zeros before it.
    init?(canonical text: some StringProtocol, in range: ClosedRange<Int>) {
        guard let number = Int(text), range.contains(number), text == String(number) else { return nil }
        self = number
    }
}
