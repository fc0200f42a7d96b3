/// A move of sea battle: `place A1h5,C3v4,…`, or a shot as the cell it is fired at.
enum SeaBattleMove: RawRepresentable, Hashable, Codable, Sendable {
    case place(Fleet)
    case shoot(SeaCell)

    init?(rawValue: String) {
        if rawValue.hasPrefix(Self.place) {
            guard let fleet = Fleet(rawValue: String(rawValue.dropFirst(Self.place.count))) else { return nil }
            self = .place(fleet)
        } else {
            guard let cell = SeaCell(rawValue: rawValue) else { return nil }
            self = .shoot(cell)
        }
    }

    var rawValue: String {
        switch self {
        case .place(let fleet): Self.place + fleet.rawValue
        case .shoot(let cell): cell.rawValue
        }
    }

    private static let place = "place "
}
