/// The game that Paul Morphy played against Karl II, Duke of Brunswick, and Count Isouard in the Paris opera, 1858.
enum OperaGame {
    /// A ply: as players write it, and as the service does (Universal Chess Interface).
    struct Ply {
        let san: Substring
        let uci: Substring
    }

    static let plies: [Ply] = moves.split(whereSeparator: \.isWhitespace).map { word in
        let parts = word.split(separator: "=")
        return Ply(san: parts[0], uci: parts[1])
    }

    static let mate = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"

    /// The number and name of a ply in a game's record, such as `3… Bg4`.
    static func name(of ply: Int) -> String {
        "\(ply / 2 + 1)\(ply.isMultiple(of: 2) ? "." : "…") \(plies[ply].san)"
    }

    private static let moves = """
        e4=e2e4 e5=e7e5 Nf3=g1f3 d6=d7d6 d4=d2d4 Bg4=c8g4 dxe5=d4e5 Bxf3=g4f3 Qxf3=d1f3 dxe5=d6e5 Bc4=f1c4 Nf6=g8f6
        Qb3=f3b3 Qe7=d8e7 Nc3=b1c3 c6=c7c6 Bg5=c1g5 b5=b7b5 Nxb5=c3b5 cxb5=c6b5 Bxb5+=c4b5 Nbd7=b8d7 O-O-O=e1c1
        Rd8=a8d8 Rxd7=d1d7 Rxd7=d8d7 Rd1=h1d1 Qe6=e7e6 Bxd7+=b5d7 Nxd7=f6d7 Qb8+=b3b8 Nxb8=d7b8 Rd8#=d1d8
        """
}
