import GameRules

/// The drawing of a card around the origin, ``size`` large.
///
/// Suits differ by shape, not only by colour; ranks are drawn as strokes, for pictures have no text.
struct CardDrawing {
    let card: Card

    static let size = (width: 240.0, height: 340.0)

    /// The parts of all cards; to be declared once in a picture.
    static let shapes =
        Card.Suit.allCases.map { SVG.shape($0.shape, [SVG.path($0.outline, .fill($0.color))]) } + [
            SVG.shape("back", back),
            SVG.verticalGradient("paper", [0: "#FFFFFF", 1: "#F1EEE6"]),
        ]

    /// The face, upright.
    var face: [String] {
        let corner = [
            SVG.place([rank], at: SVG.Point(-94, -136), scaled: 1.25),
            SVG.use(card.suit.shape, at: SVG.Point(-94, -88), scaled: 0.34),
        ]
        return [Self.paper(fill: "url(#paper)"), SVG.place(corner, at: SVG.Point(0, 0))]
            + [SVG.place(corner, at: SVG.Point(0, 0), turned: 180)] + middle
    }

    /// A white card without a face, for the edges below the top of a pile.
    static let blank = paper(fill: "#FBFAF5")

    /// The golden rim of a card that has just been played or drawn.
    static func rim(width: Double) -> String {
        rectangle(width: size.width, height: size.height, rounded: 22, .stroke("#FFC93C", width: width))
    }

    private static func paper(fill: String) -> String {
        rectangle(width: size.width, height: size.height, rounded: 22, .fill(fill).outlined("#B9B2A2", width: 2.5))
    }

    private static let back = [
        rectangle(width: 240, height: 340, rounded: 22, .fill("#FFFFFF").outlined("#A9A294", width: 3)),
        rectangle(width: 208, height: 308, rounded: 14, .fill("#2B59C3")),
        rectangle(width: 180, height: 280, rounded: 10, .stroke("#9DB7F5", width: 7)),
        SVG.path("M0 -108L70 0L0 108L-70 0ZM0 -54L35 0L0 54L-35 0Z", .stroke("#9DB7F5", width: 9)),
    ]

    private static func rectangle(width: Double, height: Double, rounded: Double, _ style: SVG.Style) -> String {
        SVG.rectangle(SVG.Point(-width / 2, -height / 2), size: (width, height), rounded: rounded, style)
    }

    private var rank: String { SVG.path(card.rank.strokes, .stroke(card.suit.color, width: 5)) }

    private var middle: [String] {
        switch card.rank {
        case .ace: [pip(at: SVG.Point(0, 0), scaled: 1.35)]
        case .jack, .queen, .king: CourtDrawing(card: card).elements
        default:
            card.rank.pips.map { pip(at: SVG.Point($0.x * 50, $0.y * 112), scaled: 0.52, isTurned: $0.y > 0) }
        }
    }

    private func pip(at place: SVG.Point, scaled scale: Double, isTurned: Bool = false) -> String {
        SVG.use(card.suit.shape, at: place, turned: isTurned ? 180 : 0, scaled: scale)
    }
}

extension Card.Rank {
    /// Where the pips are: columns and rows from -1 to 1.
    fileprivate var pips: [SVG.Point] {
        let corners = [SVG.Point(-1, -1), SVG.Point(1, -1), SVG.Point(-1, 1), SVG.Point(1, 1)]
        let sides = [SVG.Point(-1, 0), SVG.Point(1, 0)]
        let inner = [-1, 1].flatMap { [SVG.Point($0, -1.0 / 3), SVG.Point($0, 1.0 / 3)] }
        return switch self {
        case .two: [SVG.Point(0, -1), SVG.Point(0, 1)]
        case .three: [SVG.Point(0, -1), SVG.Point(0, 0), SVG.Point(0, 1)]
        case .four: corners
        case .five: corners + [SVG.Point(0, 0)]
        case .six: corners + sides
        case .seven: corners + sides + [SVG.Point(0, -0.5)]
        case .eight: corners + sides + [SVG.Point(0, -0.5), SVG.Point(0, 0.5)]
        case .nine: corners + inner + [SVG.Point(0, 0)]
        case .ten: corners + inner + [SVG.Point(0, -0.67), SVG.Point(0, 0.67)]
        case .ace, .jack, .queen, .king: []
        }
    }

    /// The rank's sign as a line, about 20 wide and 28 high.
    fileprivate var strokes: String {
        switch self {
        case .ace: "M-10 14L0 -14L10 14M-6.2 4H6.2"
        case .two: "M-8 -8C-8 -13 -4 -14 0 -14C5 -14 8.5 -11 8.5 -6.5C8.5 -1 -8.5 9 -8.5 14H9"
        case .three: "M-8 -14H8L-1 -3.5C5 -3.5 9 0 9 5C9 11 5 14 0 14C-5 14 -8 12 -9 8"
        case .four: "M4.5 14V-14L-10 6H10"
        case .five: "M8 -14H-6L-7.5 -2C-5 -4 -2 -4.5 0 -4.5C6 -4.5 9 0 9 4.5C9 10.5 5 14 0 14C-5 14 -8 12 -9 9"
        case .six:
            "M6 -14C-3 -11 -9 -3 -9 5C-9 11 -5 14 0 14C5 14 9 10.5 9 5.5C9 0 5 -3 0 -3C-4 -3 -7.5 -1 -8.8 3"
        case .seven: "M-9 -14H9L-2 14"
        case .eight:
            "M0 -1C-5 -1 -8 -4 -8 -7.7C-8 -11.5 -5 -14 0 -14C5 -14 8 -11.5 8 -7.7C8 -4 5 -1 0 -1"
                + "C-6 -1 -9.5 2.5 -9.5 6.5C-9.5 11 -6 14 0 14C6 14 9.5 11 9.5 6.5C9.5 2.5 6 -1 0 -1Z"
        case .nine: "M-6 14C3 11 9 3 9 -5C9 -11 5 -14 0 -14C-5 -14 -9 -10.5 -9 -5.5C-9 0 -5 3 0 3C4 3 7.5 1 8.8 -3"
        case .ten: "M-12 -9L-7 -14V14M6 -14C11 -14 13 -8 13 0C13 8 11 14 6 14C1 14 -1 8 -1 0C-1 -8 1 -14 6 -14Z"
        case .jack: "M-2 -14H8M5 -14V6C5 11 2 14 -2 14C-6 14 -9 11 -9 7"
        case .queen: "M0 -14C6 -14 10 -8 10 0C10 8 6 14 0 14C-6 14 -10 8 -10 0C-10 -8 -6 -14 0 -14ZM3 6L10 15"
        case .king: "M-8 -14V14M9 -14L-8 3M-2 -2.5L9.5 14"
        }
    }
}

extension Card.Suit {
    var shape: String { "suit\(rawValue)" }

    var color: String {
        switch self {
        case .clubs, .spades: "#1B1F2A"
        case .diamonds, .hearts: "#D0142C"
        }
    }

    /// Its shape, about 100 high.
    fileprivate var outline: String {
        switch self {
        case .clubs:
            "M-23 -27a23 23 0 1 0 46 0a23 23 0 1 0 -46 0ZM-48 10a23 23 0 1 0 46 0a23 23 0 1 0 -46 0Z"
                + "M2 10a23 23 0 1 0 46 0a23 23 0 1 0 -46 0ZM-12 0a12 12 0 1 0 24 0a12 12 0 1 0 -24 0Z"
                + "M-6 4C-5 30 -9 44 -20 50H20C9 44 5 30 6 4Z"
        case .diamonds: "M0 -52C10 -32 24 -14 40 0C24 14 10 32 0 52C-10 32 -24 14 -40 0C-24 -14 -10 -32 0 -52Z"
        case .hearts:
            "M0 48C-14 26 -48 6 -48 -20C-48 -38 -36 -48 -24 -48C-13 -48 -4 -42 0 -30"
                + "C4 -42 13 -48 24 -48C36 -48 48 -38 48 -20C48 6 14 26 0 48Z"
        case .spades:
            "M0 -50C-16 -28 -48 -10 -48 14C-48 30 -36 38 -24 38C-15 38 -8 34 -5 28C-6 40 -10 46 -20 50H20"
                + "C10 46 6 40 5 28C8 34 15 38 24 38C36 38 48 30 48 14C48 -10 16 -28 0 -50Z"
        }
    }
}

/// The figure of a jack, a queen or a king: a bust that stands on its own mirror image.
struct CourtDrawing {
    let card: Card

    /// The framed figure, around the origin.
    var elements: [String] {
        let half = bust + [SVG.use(card.suit.shape, at: SVG.Point(-50, -94), scaled: 0.36)]
        let frame = SVG.Point(-72, -124)
        return [
            SVG.rectangle(frame, size: (144, 248), rounded: 8, .fill(isRed ? "#FFF4DF" : "#EEF3FF")),
            SVG.place(half, at: SVG.Point(0, 0)), SVG.place(half, at: SVG.Point(0, 0), turned: 180),
            SVG.line(from: SVG.Point(-72, 26), to: SVG.Point(72, -26), .stroke(gold, width: 7)),
            SVG.rectangle(frame, size: (144, 248), rounded: 8, .stroke(gold, width: 4)),
        ]
    }

    private var isRed: Bool { card.suit == .hearts || card.suit == .diamonds }
    private var robe: String { isRed ? "#C3203B" : "#26407F" }
    private var trim: String { isRed ? "#26407F" : "#B51F38" }
    private var gold: String { "#E3A92C" }
    private var dark: String { "#2A1C14" }
    private var skin: String { "#F6D3B3" }

    /// Robe, hair, head and what is worn on it; below the line from lower left to upper right the other half begins.
    private var bust: [String] {
        [SVG.path("M-70 25C-68 -8 -50 -26 -22 -30H22C50 -26 66 -14 70 -25Z", .fill(robe)), clasp]
            + hair + face + beard + headgear
    }

    private var clasp: String {
        SVG.path("M-24 -31L0 -2L24 -31L14 -34H-14Z", .fill(trim).outlined(gold, width: 4))
    }

    private var face: [String] {
        [
            SVG.ellipse(SVG.Point(0, -58), radii: (21, 26), .fill(skin)),
            SVG.circle(SVG.Point(-8, -62), radius: 3.2, .fill(dark)),
            SVG.circle(SVG.Point(8, -62), radius: 3.2, .fill(dark)),
            SVG.path("M0 -60L-3 -51H2", .stroke("#C98F68", width: 2.5)),
            SVG.path("M-6 -43Q0 -39 6 -43", .stroke("#B0343F", width: 3.5)),
        ]
    }

    private var hair: [String] {
        switch card.rank {
        case .queen:
            [SVG.path("M0 -90C-34 -92 -34 -52 -36 -26H-18L-16 -62H16L18 -26H36C34 -52 34 -92 0 -90Z", .fill("#8A4B1E"))]
        case .jack: [SVG.path("M0 -88C-30 -88 -31 -58 -27 -42H27C31 -58 30 -88 0 -88Z", .fill("#C98B2B"))]
        default: [SVG.path("M0 -88C-30 -88 -30 -60 -27 -46H27C30 -60 30 -88 0 -88Z", .fill("#6F665F"))]
        }
    }

    private var beard: [String] {
        guard card.rank == .king else { return [] }
        return [
            SVG.path(
                "M-22 -56C-24 -24 -10 -14 0 -12C10 -14 24 -24 22 -56C16 -46 8 -49 0 -49C-8 -49 -16 -46 -22 -56Z",
                .fill("#6F665F")),
            SVG.path("M-5 -40Q0 -37 5 -40", .stroke("#B0343F", width: 3.5)),
        ]
    }

    private var headgear: [String] {
        switch card.rank {
        case .king:
            [
                SVG.path(
                    "M-29 -80L-33 -112L-15 -96L0 -118L15 -96L33 -112L29 -80Z", .fill(gold).outlined(dark, width: 2.5)),
                SVG.path("M-28 -84H28", .stroke(trim, width: 6)),
            ]
        case .queen:
            [
                SVG.path(
                    "M-26 -80C-32 -100 -20 -106 -13 -96C-9 -112 9 -112 13 -96C20 -106 32 -100 26 -80Z",
                    .fill(gold).outlined(dark, width: 2.5))
            ]
                + [-24.0, 0, 24].map { SVG.circle(SVG.Point($0, $0 == 0 ? -110 : -103), radius: 5, .fill(trim)) }
        default:
            [
                SVG.path(
                    "M-30 -78C-30 -104 -4 -106 30 -92L30 -80C10 -84 -10 -84 -30 -78Z",
                    .fill(trim).outlined(dark, width: 2.5)),
                SVG.path("M20 -92C30 -114 48 -112 56 -118C54 -100 42 -90 24 -86", .fill(gold).outlined(dark, width: 2)),
            ]
        }
    }
}
