import GameRules

/// One sea on the picture: pale fog over all that is unknown, water where somebody has shot.
struct SeaDrawing {
    let seat: SeatIndex
    /// The upper left corner of its first cell.
    let corner: SVG.Point
    /// The side of a cell.
    let cell: Double

    private var side: Double { cell * Double(SeaCell.side) }

    /// Paints that the elements refer to, and the sky behind everything.
    static let paints = [
        SVG.definitions([
            SVG.verticalGradient("deep", [0: "#1C5A8C", 1: "#0A2A47"]),
            SVG.verticalGradient("water", [0: "#3FA7DC", 1: "#1B6FAF"]),
            SVG.verticalGradient("fog", [0: "#F4F8FB", 1: "#CBDCE9"]),
            SVG.lightGradient("fire", [0: "#FFE27A", 1: "#F2541B"]),
            SVG.verticalGradient("afloat", [0: "#FFFFFF", 1: "#B9C9D8"]),
            SVG.verticalGradient("wreck", [0: "#3D4D5F", 1: "#141E2A"]),
        ])
    ]

    /// The sea with everything that is known of it.
    func drawing(of sea: SeaBattle.Board.Waters, isOver: Bool, last: SeaCell?) -> [String] {
        let sunk = Set(sea.sunk)
        let ships = (sea.ships ?? sea.sunk).map { ship in
            SVG.place(
                ShipDrawing(length: ship.length, cell: cell).elements(sunk.contains(ship) ? .sunk : .afloat),
                at: center(ship.bow), turned: ship.isVertical ? 90 : 0)
        }
        return frame + (isOver ? [] : fog(besides: sea.shots.map(\.cell))) + [grid] + ships
            + marks(sea.shots) + [badge] + (last.map { mark(of: $0) } ?? [])
    }

    private var frame: [String] {
        let size = (width: side + 2 * edge, height: side + 2 * edge)
        return [
            SVG.rectangle(
                corner.moved(-edge, -edge + 5), size: size, rounded: edge, .fill("#04182B").opacity(0.5)),
            SVG.rectangle(corner.moved(-edge, -edge), size: size, rounded: edge, .fill(color)),
            SVG.rectangle(corner, size: (side, side), .fill("url(#water)")),
        ]
    }

    private var edge: Double { max(4, cell * 0.16) }

    private var color: String { seat == 0 ? "#FF8A5C" : "#FFD34E" }

    /// A badge on the upper edge, round or pointed, to tell the seats apart without their colours.
    private var badge: String {
        let center = corner.moved(side / 2, -edge / 2)
        let reach = max(13, cell * 0.28)
        let style = SVG.Style.fill(color).outlined("#0E3557", width: reach * 0.25)
        return seat == 0
            ? SVG.circle(center, radius: reach * 0.85, style)
            : SVG.diamond(at: center, reach: 1.1 * reach, style)
    }

    /// The fog, and the water that shots have cleared.
    private func fog(besides cells: [SeaCell]) -> [String] {
        let clouds = SVG.seeds(9, in: corner.moved(side / 2, side / 2), radius: side * 0.34, from: 1)
            .map { SVG.ellipse($0, radii: (side * 0.13, side * 0.075), .fill("#FFFFFF").opacity(0.35)) }
        let squares = cells.map { cell in
            let place = corner.moved(Double(cell.column) * self.cell, Double(cell.row) * self.cell)
            let length = SVG.number(self.cell)
            return "M\(place.data)h\(length)v\(length)h-\(length)Z"
        }
        return [SVG.rectangle(corner, size: (side, side), .fill("url(#fog)"))] + clouds
            + (cells.isEmpty ? [] : [SVG.path(squares.joined(), .fill("#2A86C4"))])
    }

    private var grid: String {
        let length = SVG.number(side)
        let lines = (1..<SeaCell.side).map { index in
            let step = Double(index) * cell
            return "M\(corner.moved(step, 0).data)v\(length)M\(corner.moved(0, step).data)h\(length)"
        }
        return SVG.path(lines.joined(), .stroke("#0E3557", width: max(0.7, cell * 0.03)).opacity(0.35))
    }

    /// Fire where a shot has hit, a ring on the water where it has not.
    private func marks(_ shots: [SeaBattle.Board.Shot]) -> [String] {
        let misses = shots.filter { !$0.hit }.map { ring(around: center($0.cell), radius: cell * 0.2) }
        let rings = misses.isEmpty ? [] : [SVG.path(misses.joined(), .stroke("#FFFFFF", width: cell * 0.12))]
        return rings
            + shots.filter(\.hit).flatMap { shot in
                let center = center(shot.cell)
                return [
                    SVG.star(at: center, radius: cell * 0.46, .fill("#B3260E")),
                    SVG.star(at: center, radius: cell * 0.36, .fill("url(#fire)")),
                    SVG.circle(center, radius: cell * 0.1, .fill("#FFFFFF")),
                ]
            }
    }

    private func mark(of latest: SeaCell) -> [String] {
        let center = center(latest)
        let (inner, outer) = (cell * 0.52, cell * 0.78)
        let hairs = [(0.0, -1.0), (0, 1), (-1, 0), (1, 0)].map { across, down in
            "M\(center.moved(inner * across, inner * down).data)L\(center.moved(outer * across, outer * down).data)"
        }
        let path = ring(around: center, radius: inner) + "M\(center.data)" + hairs.joined()
        return [
            SVG.path(path, .stroke("#10202F", width: cell * 0.2)),
            SVG.path(path, .stroke("#FFE14A", width: cell * 0.11)),
        ]
    }

    /// A circle as data of a path.
    private func ring(around center: SVG.Point, radius: Double) -> String {
        let reach = SVG.number(radius)
        return "M\(center.moved(-radius, 0).data)a\(reach) \(reach) 0 1 0 \(SVG.number(2 * radius)) 0"
            + "a\(reach) \(reach) 0 1 0 \(SVG.number(-2 * radius)) 0"
    }

    private func center(_ cell: SeaCell) -> SVG.Point { cell.center(from: corner, pitch: self.cell) }
}

/// A ship seen from above, its bow's cell around the origin and its stern to the right.
struct ShipDrawing {
    enum Condition { case afloat, sunk, missing }

    let length: Int
    /// The side of a cell.
    let cell: Double

    /// Its hull, and a turret on every cell but the bow's; of one that is missing only the outline.
    func elements(_ condition: Condition) -> [String] {
        if condition == .missing { return [SVG.path(outline, .stroke("#8FB0CC", width: cell * 0.07))] }
        let (hull, deck) = condition == .afloat ? ("url(#afloat)", "#6C8298") : ("url(#wreck)", "#5E7186")
        let turrets = (1..<length).map { number in
            SVG.circle(SVG.Point(Double(number) * cell, 0), radius: cell * 0.14, .fill(deck))
        }
        let rail = SVG.line(
            from: SVG.Point(0, 0), to: SVG.Point((Double(length) - 0.9) * cell, 0), .stroke(deck, width: cell * 0.06))
        return [SVG.path(outline, .fill(hull).outlined("#22384D", width: cell * 0.05)), rail] + turrets
    }

    private var outline: String {
        let stern = (Double(length) - 0.5) * cell
        func at(_ x: Double, _ y: Double) -> String { "\(SVG.number(x)) \(SVG.number(y * cell))" }
        return "M\(at(-0.44 * cell, 0))Q\(at(-0.15 * cell, -0.34)) \(at(0.4 * cell, -0.34))"
            + "L\(at(stern - 0.3 * cell, -0.34))Q\(at(stern - 0.06 * cell, -0.3)) \(at(stern - 0.06 * cell, 0))"
            + "Q\(at(stern - 0.06 * cell, 0.3)) \(at(stern - 0.3 * cell, 0.34))L\(at(0.4 * cell, 0.34))"
            + "Q\(at(-0.15 * cell, 0.34)) \(at(-0.44 * cell, 0))Z"
    }
}
