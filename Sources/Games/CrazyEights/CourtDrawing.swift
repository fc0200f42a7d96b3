import GameRules

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
