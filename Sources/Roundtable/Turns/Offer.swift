package import GameRules
package import RoundtableJSON

/// An offer that the other players have not answered yet.
package struct Offer: Hashable, Sendable {
    package let agreement: Agreement
    package let seat: SeatIndex
    /// The event by which it was offered.
    package let revision: Int
    /// The seats that have accepted it, in order.
    package var accepted: [SeatIndex] = []
}

extension Offer: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("accepted", ifPresent: accepted.isEmpty ? nil : accepted)
            json.member("agreement", agreement)
            json.member("revision", revision)
            json.member("seat", seat)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            agreement: try json.read("agreement"), seat: try json.read("seat"), revision: try json.read("revision"),
            accepted: try json.readIfPresent("accepted") ?? [])
    }
}
