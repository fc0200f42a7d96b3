package import RoundtableJSON

/// An operator's intervention in a session: part of the event that it led to, and shown to operators only.
package struct Operation: Sendable, Equatable {
    package let by: String
    package let reason: String

    package init(by name: String, reason: String) {
        by = name
        self.reason = reason
    }
}

extension Operation: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("by", by)
            json.member("reason", reason)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(by: try json.read("by"), reason: try json.read("reason"))
    }
}
