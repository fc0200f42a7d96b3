import JSON

/// A board as one reader may see it, and the columns that there are for it.
struct SeenBoard {
    let json: JSONValue
    /// The reader's seat; nil for a bystander.
    let reader: Int?
    let names: [String]
    let width: Int

    /// A list of the board; empty if it has none of that name.
    func list(_ member: String) -> [JSONValue] { json[member]?.array ?? [] }

    /// The name of a seat.
    func name(of seat: Int) -> String { names.indices.contains(seat) ? names[seat] : "\(seat)" }

    /// A character for each of so many seats, where there is no room for names: the digit at the name's end, else its
    /// initial; letters in the order of seats if two were the same.
    func marks(_ seats: Int) -> [String] {
        let marks = (0..<seats).map { seat -> String in
            let name = name(of: seat)
            let mark = name.last.flatMap { $0.isNumber ? $0 : nil } ?? name.first ?? "?"
            return mark.uppercased()
        }
        return Set(marks).count == seats ? marks : "ABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(seats).map(String.init)
    }
}
