import GameRules

extension SeaBattle {
    /// The sea that was shot at last, large, with its fleet beside it and the other sea below; both alike before the
    /// first shot. A player's own picture has the opponent's sea large, to be shot at.
    func picture(of board: Board) -> Picture {
        let target = board.phase == .shoot ? board.shooter?.opponent ?? board.lastTarget : nil
        let elements = target.map { battle(target: $0, on: board) } ?? departure(on: board)
        return Picture(background: "url(#deep)", elements: SeaDrawing.paints + elements)
    }

    /// The cells of the opponent's sea.
    func places(on board: Board) -> [MovePlace] {
        guard board.shooter != nil, board.phase == .shoot else { return [] }
        let (corner, side) = Self.largeSea
        return SeaCell.all.map {
            MovePlace($0.rawValue, around: $0.center(from: corner, pitch: side), side: side)
        }
    }

    private static let largeSea = (corner: SVG.Point(40, 40), cell: 63.0)

    private func battle(target: SeatIndex, on board: Board) -> [String] {
        let (attacked, other) = (board.waters[target.rawValue], board.waters[target.opponent.rawValue])
        let large = SeaDrawing(seat: target, corner: Self.largeSea.corner, cell: Self.largeSea.cell)
        let small = SeaDrawing(seat: target.opponent, corner: SVG.Point(40, 706), cell: 15.4)
        let places = Fleet.lengths.indices.map { SVG.Point(694, 92 + 132 * Double($0)) }
        let star = SVG.star(
            at: SVG.Point(190, 856), radius: 44, .fill("#FFD34E").outlined("#8A5A00", width: 5))
        return large.drawing(of: attacked, isOver: board.isOver, last: attacked.shots.last?.cell)
            + small.drawing(of: other, isOver: board.isOver, last: nil)
            + roster(attacked.condition, at: places, cell: 36)
            + roster(other.condition, at: Self.row(from: SVG.Point(222, 783), gap: 16), cell: 34)
            + (attacked.sunk.count == Fleet.lengths.count ? [star] : [])
    }

    /// Both seas side by side while the fleets put out.
    private func departure(on board: Board) -> [String] {
        board.waters.enumerated().flatMap { seat, sea -> [String] in
            let corner = SVG.Point(seat == 0 ? 46 : 470, 180)
            let drawing = SeaDrawing(seat: SeatIndex(seat), corner: corner, cell: 38.4)
            let center = corner.moved(192, 192)
            let ships = [(24.0, 440.0), (230, 440), (24, 504), (146, 504), (268, 504)].map(corner.moved)
            return drawing.drawing(of: sea, isOver: board.isOver, last: nil)
                + (board.isOver ? [] : sea.isPlaced ? Self.ready(at: center) : Self.waiting(at: center))
                + roster(Array(repeating: sea.isPlaced ? .afloat : .missing, count: 5), at: ships, cell: 34)
        }
    }

    private static func row(from start: SVG.Point, gap: Double) -> [SVG.Point] {
        var across = start.x
        return Fleet.lengths.map { length in
            defer { across += Double(length) * 34 + gap }
            return SVG.Point(across, start.y)
        }
    }

    /// A fleet's ships from above, those that have sunk crossed out.
    private func roster(_ fleet: [ShipDrawing.Condition], at places: [SVG.Point], cell: Double) -> [String] {
        zip(zip(Fleet.lengths, fleet), places).flatMap { ship, place -> [String] in
            let (length, condition) = ship
            let drawing = ShipDrawing(length: length, cell: cell)
            let isSunk = condition == .sunk
            let hull = SVG.place(drawing.elements(isSunk ? .missing : condition), at: place.moved(cell / 2, 0))
            let strike = SVG.line(
                from: place.moved(0, 20), to: place.moved(Double(length) * cell, -20), .stroke("#FF7A45", width: 8))
            return isSunk ? [hull, strike] : [hull]
        }
    }

    /// The same mark whatever the fleet.
    private static func ready(at center: SVG.Point) -> [String] {
        let (x, y) = (center.x, center.y)
        return [
            SVG.circle(center, radius: 80, .fill("#2EAF6D")),
            SVG.circle(center, radius: 80, .stroke("#FFFFFF", width: 9)),
            SVG.path("M\(x - 36) \(y + 3)L\(x - 10) \(y + 31)L\(x + 39) \(y - 28)", .stroke("#FFFFFF", width: 20)),
        ]
    }

    /// An anchor: still in port.
    private static func waiting(at center: SVG.Point) -> [String] {
        let (x, y) = (center.x, center.y)
        let style = SVG.Style.stroke("#4A7297", width: 10)
        return [
            SVG.circle(center, radius: 80, .fill("#FFFFFF")),
            SVG.circle(center, radius: 80, .stroke("#4A7297", width: 8).dashed(14, gap: 17)),
            SVG.circle(SVG.Point(x, y - 26), radius: 8, style),
            SVG.path("M\(x) \(y - 18)V\(y + 32)M\(x - 16) \(y - 6)H\(x + 16)", style),
            SVG.path(
                "M\(x - 30) \(y + 8)Q\(x - 26) \(y + 32) \(x) \(y + 32)Q\(x + 26) \(y + 32) \(x + 30) \(y + 8)", style),
        ]
    }
}

extension SeaBattle.Board.Waters {
    /// The known condition of each ship of a fleet, longest first.
    fileprivate var condition: [ShipDrawing.Condition] {
        var lengths = sunk.map(\.length)
        return Fleet.lengths.map { length in
            lengths.firstIndex(of: length).map { lengths.remove(at: $0) } == nil ? .afloat : .sunk
        }
    }
}
