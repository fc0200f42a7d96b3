extension MessagesGame {
    /// Explains why a call failed that throws, such as ``link(code:)`` or one of ``client``, in the person's language.
    ///
    /// - Returns: a sentence for whatever was thrown: the service's own, if it refused. Its kind is
    ///   ``Explanation/Kind/offline`` if the service can't be reached, ``Explanation/Kind/locked`` if the vault can't
    ///   be read, and ``Explanation/Kind/failed`` for an error that the kit knows nothing of.
    public func explanation(of error: any Error) -> Explanation {
        Explanation(error, in: texts)
    }
}
