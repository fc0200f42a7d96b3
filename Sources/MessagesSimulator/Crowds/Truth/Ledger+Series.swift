import RoundtableModel

extension Ledger {
    /// Takes in that a session is the rematch of one that is over: everybody who had a seat there moves on by one.
    mutating func note(_ rematch: SessionID, isRematchOf view: SessionView) {
        let before = series[view.id]
        let winners = view.outcome?.winners ?? []
        let scores = view.seats.filter { $0.state == .taken || $0.state == .gone }.map { seat in
            let earlier = before.flatMap { $0.scores.indices.contains(seat.seat) ? $0.scores[seat.seat] : nil }
            return (earlier ?? 0) + (winners.contains(seat.seat) ? 1 : 0)
        }
        series[rematch] = SessionView.Series(
            number: (before?.number ?? 1) + 1, scores: Array(scores.suffix(1) + scores.dropLast()))
    }

    /// The series that a view must show; nil for none.
    func series(of view: SessionView) -> SessionView.Series? {
        guard var series = series[view.id] else { return nil }
        for winner in view.outcome?.winners ?? [] where series.scores.indices.contains(winner) {
            series.scores[winner] += 1
        }
        return series
    }
}

extension Oracle {
    /// Checks that every device is told how often the players of a series have won.
    func judgeSeries(in survey: Survey) throws(OracleFinding) {
        for (device, look) in survey.looks where look.view.series != ledger.series(of: look.view) {
            let (told, truth) = (look.view.series, ledger.series(of: look.view))
            throw OracleFinding(
                "\(device) is told of the series \(String(describing: told)) and not of \(String(describing: truth))")
        }
    }
}
