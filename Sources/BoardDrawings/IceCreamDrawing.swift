import JSON

/// Lists the parts of an ice cream under the names that moves have for them, and who added which topping.
struct IceCreamDrawing {
    private let board: SeenBoard

    init(_ board: SeenBoard) { self.board = board }

    var lines: [String] {
        [row("Base", board.json["base"]?.string ?? "–"), row("Scoops", board.json["scoops"]?.string ?? "–")]
            + (toppings.isEmpty ? ["–"] : toppings).enumerated().map {
                row($0.offset == 0 ? "Toppings" : "", $0.element)
            }
    }

    private var toppings: [String] {
        board.list("toppings").map { topping in
            let seat = topping["seat"]?.integer.map { "  \(board.name(of: $0))" }
            return (topping["part"]?.string ?? "?") + (seat ?? "")
        }
    }

    private func row(_ title: String, _ text: String) -> String { title.padded(to: 10) + text }
}
