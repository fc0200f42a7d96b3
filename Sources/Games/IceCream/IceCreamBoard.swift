import GameRules

extension IceCream {
    /// The ice cream as everybody sees it.
    struct Board: Encodable, Sendable {
        let base: IceCreamPart.Base?
        let scoops: IceCreamPart.Scoops?
        let toppings: [Added]

        /// Whether there is a part of each kind, which is when Apple's sample calls an ice cream complete.
        var complete: Bool { base != nil && scoops != nil && !toppings.isEmpty }

        /// The ice cream as the sample's URL query; its decoder takes the last topping.
        var query: String { parts.map(\.queryItem).joined(separator: "&") }

        private var parts: [IceCreamPart] {
            [base.map { .base($0) }, scoops.map { .scoops($0) }].compactMap(\.self)
                + toppings.map { .topping($0.part) }
        }

        private enum Member: CodingKey { case base, scoops, toppings, complete, query }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Member.self)
            // NB: `encode`, not `encodeIfPresent`: a part that is not chosen yet is an explicit null.
            try members.encode(base, forKey: .base)
            try members.encode(scoops, forKey: .scoops)
            try members.encode(toppings, forKey: .toppings)
            try members.encode(complete, forKey: .complete)
            try members.encode(query, forKey: .query)
        }
    }

    func board(of state: State) -> Board {
        Board(base: state.base, scoops: state.scoops, toppings: state.toppings)
    }
}
