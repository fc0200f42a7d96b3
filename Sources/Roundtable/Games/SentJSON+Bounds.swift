import GameRules
@_spi(Roundtable) import RoundtableJSON

extension SentJSON {
    /// A move, if it was sent in no more bytes than a session's moves may have.
    ///
    /// - Throws: `illegal_move` with the reason `too_large`; `bad_request`, for what can't be kept.
    func move(in session: Session) throws(ServiceError) -> GameJSON {
        if let excess = excess(over: .init(bytes: session.position.largestMove)) {
            throw ServiceError(because: .tooLarge, excess)
        }
        return try canonical()
    }

    /// Options, if they were sent in no more bytes than options may have.
    ///
    /// - Throws: `bad_options`; `bad_request`, for what can't be kept.
    func options() throws(ServiceError) -> GameJSON {
        if let excess = excess(over: .usual) {
            throw ServiceError(.badOptions, "These are too many options. \(excess)")
        }
        return try canonical()
    }

    private func canonical() throws(ServiceError) -> GameJSON {
        do throws(JSONError) {
            return try json()
        } catch {
            throw ServiceError(.badRequest, error.sentence(about: "The body"), underlying: error)
        }
    }
}
