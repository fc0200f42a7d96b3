import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Places that can be clicked")
struct PlacesTests {
    @Test("every place is on the picture, and has a name of its own", arguments: GameLibrary.standard.names)
    func frames(name: GameName) throws {
        try forEachPosition(of: name) { play, seat in
            for reader in [Reader.bystander, Reader(seats: [seat])] {
                let places = play.position.places(for: reader)
                #expect(Set(places.map(\.name)).count == places.count)
                for place in places {
                    #expect(place.corner.x >= 0 && place.corner.x + place.width <= Double(Picture.side), "\(place)")
                    #expect(place.corner.y >= 0 && place.corner.y + place.height <= Double(Picture.side), "\(place)")
                }
            }
        }
    }

    @Test(
        "every legal move begins with a place, if moves are made on the board; but for words such as `pass`",
        arguments: GameLibrary.standard.names)
    func reachable(name: GameName) throws {
        try forEachPosition(of: name) { play, seat in
            let names = play.position.places(for: Reader(seats: [seat])).map(\.name)
            guard !names.isEmpty else { return }
            for move in try play.legalMoves(for: seat) where !["draw", "pass"].contains(move) {
                #expect(names.contains { move.hasPrefix($0) }, "\(move): \(names)")
            }
        }
    }

    @Test("at sea battle a player shoots at the other sea, and nobody else shoots")
    func sea() throws {
        var play = try Play("sea-battle")
        #expect(play.position.places(for: Reader(seats: [0])).isEmpty)
        for seat in [0, 1] as [SeatIndex] { try play.move("place A1h5,A3h4,A5h3,A7h3,A9h2", by: seat) }
        #expect(play.position.places(for: Reader(seats: [1])).map(\.name).suffix(2) == ["I10", "J10"])
        #expect(play.position.places(for: .bystander).isEmpty)
    }

    @Test("at sea battle a player with both seats shoots from the one whose turn it is", arguments: [0, 1])
    func shooter(seat: SeatIndex) {
        var state = SeaBattle.State()
        state.next = seat
        let board = SeaBattle().board(of: state, for: Reader(seats: [0, 1]))
        #expect(board.shooter == seat && board.owner == 0)
    }

    @Test("a picture with places has each as a rectangle, its name in a form that XML reads")
    func rectangles() {
        let picture = Picture(background: "#FFFFFF", elements: [])
        let svg = picture.with([MovePlace("a\"<&", around: SVG.Point(100, 50), side: 20)])
        #expect(svg.contains(#"<rect data-place="a&quot;&lt;&amp;" x="90" y="40" width="20" height="20""#))
        #expect(picture.with([]) == picture.svg)
    }

    /// Shows the positions of a game that is played at random, with a seat that is to act.
    private func forEachPosition(of name: GameName, _ body: (Play, SeatIndex) throws -> Void) throws {
        var generator = SeededRandom(seed: 1)
        var play = try Play(name)
        while let seat = play.toAct.randomElement(using: &generator), play.history.count < 60 {
            try body(play, seat)
            try play.move(try play.someMove(for: seat, using: &generator), by: seat)
        }
        #expect(play.history.count > 1)
    }
}
