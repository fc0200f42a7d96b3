import Foundation
import GameRules
import Testing

@testable import Games

/// Seats that pictures tell by colour, as eyes see them that lack one kind of cones.
///
/// Source of the matrices: Gustavo Machado, Manuel Oliveira, Leandro Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), for
/// severity 1.0, on linear RGB. Distances are those of CIE 1976 L*a*b* under D65, in which about 2.3 can just be told.
@Suite("Colour vision")
struct ColorVisionTests {
    enum Eyes: String, CaseIterable, Sendable {
        case usual, protanopia, deuteranopia, tritanopia

        fileprivate var matrix: [[Double]] {
            switch self {
            case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
            case .protanopia:
                [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
            case .deuteranopia:
                [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
            case .tritanopia:
                [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
            }
        }
    }

    /// Colours that nothing but themselves tells apart, each of which its picture has.
    static let pairs: [(game: GameName, moves: String, colors: [String])] = [
        ("four-in-a-row", "4 4", ["#FF6B61", "#FFE36B"]), ("four-in-a-row", "4 4", ["#CC1F2B", "#F2A900"]),
        ("reversi", "d3", ["#22272E", "#F3F1EA"]), ("chess", "e2e4", ["#4B4441", "#FFFDF4"]),
        ("tic-tac-toe", "b2 a1", ["#E4572E", "#2274A5"]),
    ]

    @Test("seats that are told by colour alone are far apart for all eyes", arguments: Eyes.allCases)
    func pairs(eyes: Eyes) throws {
        for (game, moves, colors) in Self.pairs {
            let svg = try Play(game).moves(moves).picture().svg
            #expect(colors.allSatisfy { svg.contains($0) }, "\(game)")
            #expect(Self.distance(colors[0], colors[1], to: eyes) > 25, "\(game), \(eyes)")
        }
    }

    @Test("six colours of seats can be told by all eyes, and each has a sign of its own beside it")
    func signs() {
        let looks = (0..<6).map { SeatLook(of: SeatIndex($0)) }
        #expect(Set(looks.map { $0.sign(.fill("#FFFFFF")) }).count == looks.count)
        for eyes in Eyes.allCases {
            for (index, look) in looks.enumerated() {
                for other in looks[..<index] {
                    #expect(
                        Self.distance(look.color, other.color, to: eyes) > 8, "\(look.color) \(other.color) \(eyes)")
                }
                // The sign is white.
                #expect(Self.distance(look.color, "#FFFFFF", to: eyes) > 25, "\(look.color) \(eyes)")
            }
        }
        #expect(OpenGame.usualColours.allSatisfy { Self.distance($0, "#FFFFFF", to: .usual) > 25 })
    }

    @Test("two colours that eyes confuse are found out")
    func confusion() {
        #expect(Self.distance("#D04040", "#808000", to: .usual) > 40)
        #expect(
            Self.distance("#A04000", "#607000", to: .deuteranopia) < Self.distance("#A04000", "#607000", to: .usual) / 2
        )
        #expect(abs(Self.distance("#FFFFFF", "#000000", to: .usual) - 100) < 0.1)
    }

    private static func distance(_ one: String, _ other: String, to eyes: Eyes) -> Double {
        zip(lab(one, eyes), lab(other, eyes)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }

    private static func lab(_ color: String, _ eyes: Eyes) -> [Double] {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        let linear = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let seen = product(eyes.matrix, linear).map { min(max($0, 0), 1) }
        let toXYZ = [
            [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
        ]
        let xyz = zip(product(toXYZ, seen), [0.95047, 1, 1.08883]).map { value, white -> Double in
            let share = value / white
            return share > 0.008856 ? cbrt(share) : 7.787 * share + 16.0 / 116
        }
        return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }
}
