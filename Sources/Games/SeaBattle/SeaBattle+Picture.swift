import GameRules

extension SeaBattle {
    /// The sea that was shot at last, large, with its fleet beside it and the other sea below; both alike before the
    /// first shot.
    func picture(of board: Board) -> Picture {
        let seas = board.seats ?? [board.yours, board.theirs].compactMap(\.self)
        guard seas.count == 2 else { return Picture(background: "#0E3557", elements: SeaDrawing.paints) }
        let elements = board.lastTarget.map { battle(target: $0, seas, board) } ?? departure(seas, board)
        return Picture(background: "#0E3557", elements: SeaDrawing.paints + elements)
    }

    private func battle(target: SeatIndex, _ seas: [Board.Waters], _ board: Board) -> [String] {
        let (attacked, other) = (seas[target.rawValue], seas[target.opponent.rawValue])
        let large = SeaDrawing(seat: target, corner: SVG.Point(40, 40), cell: 63)
        let small = SeaDrawing(seat: target.opponent, corner: SVG.Point(40, 706), cell: 15.4)
        let places = Fleet.lengths.indices.map { SVG.Point(703, 88 + 132 * Double($0)) }
        var across = 226.0
        let below = Fleet.lengths.map { length in
            defer { across += Double(length) * 30 + 28 }
            return SVG.Point(across, 783)
        }
        return large.drawing(of: attacked, isOver: board.isOver, last: attacked.shots.last?.cell)
            + small.drawing(of: other, isOver: board.isOver, last: nil)
            + roster(of: attacked, at: places) + roster(of: other, at: below)
    }

    /// Both seas side by side while the fleets put out.
    private func departure(_ seas: [Board.Waters], _ board: Board) -> [String] {
        seas.indices.flatMap { seat -> [String] in
            let corner = SVG.Point(seat == 0 ? 44 : 466, 150)
            let drawing = SeaDrawing(seat: SeatIndex(seat), corner: corner, cell: 39)
            let center = SVG.Point(corner.x + 195, 690)
            return drawing.drawing(of: seas[seat], isOver: board.isOver, last: nil)
                + (seas[seat].isPlaced ? Self.ready(at: center) : Self.waiting(at: center))
        }
    }

    /// The ships that are afloat in white, those that have sunk dark and crossed out.
    private func roster(of sea: Board.Waters, at places: [SVG.Point]) -> [String] {
        var sunk = sea.sunk.map(\.length)
        return zip(Fleet.lengths, places).flatMap { length, place -> [String] in
            let isSunk = sunk.firstIndex(of: length).map { sunk.remove(at: $0) } != nil
            let drawing = ShipDrawing(length: length, cell: 30)
            let ship = SVG.place(drawing.elements(isSunk ? .sunk : .afloat), at: SVG.Point(place.x + 15, place.y))
            guard isSunk else { return [ship] }
            let (left, right) = (place.x - 2, place.x + Double(length) * 30 + 2)
            return [
                ship,
                SVG.line(
                    from: SVG.Point(left, place.y + 20), to: SVG.Point(right, place.y - 20),
                    .stroke("#FF7A45", width: 7)),
            ]
        }
    }

    /// The same mark whatever the fleet.
    private static func ready(at center: SVG.Point) -> [String] {
        let (x, y) = (center.x, center.y)
        return [
            SVG.circle(center, radius: 58, .fill("#2EAF6D")),
            SVG.circle(center, radius: 58, .stroke("#FFFFFF", width: 7)),
            SVG.path("M\(x - 26) \(y + 2)L\(x - 7) \(y + 22)L\(x + 28) \(y - 20)", .stroke("#FFFFFF", width: 15)),
        ]
    }

    /// An anchor: still in port.
    private static func waiting(at center: SVG.Point) -> [String] {
        let (x, y) = (center.x, center.y)
        let style = SVG.Style.stroke("#BFD6EA", width: 9)
        return [
            SVG.circle(center, radius: 58, SVG.Style.stroke("#BFD6EA", width: 7).dashed(14, gap: 16)),
            SVG.circle(SVG.Point(x, y - 26), radius: 8, style),
            SVG.path("M\(x) \(y - 18)V\(y + 32)M\(x - 16) \(y - 6)H\(x + 16)", style),
            SVG.path("M\(x - 30) \(y + 8)Q\(x - 26) \(y + 32) \(x) \(y + 32)Q\(x + 26) \(y + 32) \(x + 30) \(y + 8)", style),
        ]
    }
}
