import GameRules

/// The pieces as shapes of a square of 104 units around the origin; all outlines run clockwise, so that parts that
/// overlap are one silhouette.
extension ChessPiece {
    /// The name under which the shape is declared.
    var shape: String { "\(color.word)-\(kind.word)" }

    /// Every piece, to be declared once.
    static let drawings = ChessColor.allCases.flatMap { color in
        Kind.allCases.map { SVG.shape(ChessPiece(color, $0).shape, ChessPiece(color, $0).drawing) }
    }

    static let paints = [
        SVG.verticalGradient("cream", [0: "#FFFDF4", 1: "#EBDDBE"]),
        SVG.verticalGradient("ebony", [0: "#4B4441", 1: "#211D1C"]),
    ]

    /// White is cream with dark lines, black dark with light ones.
    private var drawing: [String] {
        let isWhite = color == .white
        let edge = isWhite ? "#3B2F2A" : "#120F0E"
        let line = isWhite ? "#6B5A4E" : "#D9CDBE"
        return [
            SVG.ellipse(SVG.Point(0, 42), radii: (33, 5), .fill("#000000").opacity(0.2)),
            SVG.path(kind.outline, .stroke(edge, width: 6)),
            SVG.path(kind.outline, .fill(isWhite ? "url(#cream)" : "url(#ebony)")),
            SVG.path(kind.lines, .stroke(line, width: 2.8)),
        ]
            + (kind == .knight
                ? [
                    SVG.circle(SVG.Point(-13, -20), radius: 3, .fill(isWhite ? edge : line)),
                    SVG.circle(SVG.Point(-25, -4), radius: 1.9, .fill(isWhite ? edge : line)),
                ] : [])
    }
}

extension ChessPiece.Kind {
    fileprivate var outline: String {
        switch self {
        case .pawn:
            "M-26 39v-4q0-6 6-6H20q6 0 6 6v4q0 2-2 2H-24q-2 0-2-2z"
                + "M-19 30C-19 21-7 15-6-5H6C7 15 19 21 19 30z" + Self.collar(halfWidth: 11, top: -9)
                + Self.disc(0, -20, 15)
        case .knight:
            Self.base
                + "M-22 30C-22 19-10 14-6 0C-12 0-15 4-20 6C-25 8-30 3-30-2C-30-8-25-12-22-18C-19-25-15-31-9-34"
                + "L-9-45L1-37C17-34 25-17 25 3C25 15 22 21 22 30z"
        case .bishop:
            Self.base + "M-20 30C-20 21-9 17-8-1H8C9 17 20 21 20 30z" + Self.collar(halfWidth: 12, top: -5)
                + "M0-40C10-33 17-24 17-15C17-7 10-2 0-2C-10-2-17-7-17-15C-17-24-10-33 0-40z"
                + Self.disc(0, -41, 4)
        case .rook:
            Self.base + "M-21 30C-19 21-14 17-14 3V-17H14V3C14 17 19 21 21 30z"
                + "M-24-39H-13V-31H-6V-39H6V-31H13V-39H24V-22a5 5 0 0 1-5 5H-19a5 5 0 0 1-5-5z"
        case .queen:
            Self.base + Self.gown + "M-15 0L-28-27L-15-16L-14-35L-6-18L0-38L6-18L14-35L15-16L28-27L15 0z"
                + Self.disc(-28, -29, 4.5) + Self.disc(-14.5, -37, 4.5) + Self.disc(0, -40, 4.5)
                + Self.disc(14.5, -37, 4.5) + Self.disc(28, -29, 4.5)
        case .king:
            Self.base + Self.gown + "M-14 0L-23-21C-24-29-8-33 0-27C8-33 24-29 23-21L14 0z"
                + "M-3.5-45H3.5V-41H9V-34H3.5V-25H-3.5V-34H-9V-41H-3.5z"
        }
    }

    fileprivate var lines: String {
        switch self {
        case .pawn: "M-16 29H16M-7-5H7"
        case .knight: "M-18 29H18M6-27C15-20 17-7 15 7M-6 0Q-1-4 0-9"
        case .bishop: "M-17 29H17M-9 3H9M10-28L1-16"
        case .rook: "M-18 29H18M-14-17H14M-14 15H14"
        case .queen: "M-18 29H18M-11 5H11M-14-3Q0-9 14-3"
        case .king: "M-18 29H18M-11 5H11M-14-3Q0-9 14-3M0-27V-8"
        }
    }

    private static let base = "M-29 39v-4q0-6 6-6H23q6 0 6 6v4q0 2-2 2H-27q-2 0-2-2z"

    /// The body of king and queen, with a collar.
    private static let gown = "M-21 30C-20 19-11 15-9-1H9C11 15 20 19 21 30z" + collar(halfWidth: 14, top: -3)

    private static func collar(halfWidth: Int, top: Int) -> String {
        "M\(-halfWidth) \(top)H\(halfWidth)a4 4 0 0 1 0 8H\(-halfWidth)a4 4 0 0 1 0-8z"
    }

    private static func disc(_ x: Double, _ y: Double, _ radius: Double) -> String {
        let (reach, width) = (SVG.number(radius), SVG.number(2 * radius))
        return "M\(SVG.number(x - radius)) \(SVG.number(y))a\(reach) \(reach) 0 1 1 \(width) 0"
            + "a\(reach) \(reach) 0 1 1-\(width) 0z"
    }
}
