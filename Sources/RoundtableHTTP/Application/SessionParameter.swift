import Hummingbird
import Roundtable

extension RequestContext {
    /// The session that the path names.
    ///
    /// - Throws: `not_found`, also for what can be no session's ID.
    func session() throws(ServiceError) -> SessionID {
        guard let id = parameters.get("id").flatMap({ SessionID($0) }) else { throw .notFound }
        return id
    }

    /// The message token that the path names.
    ///
    /// - Throws: `not_found`.
    func token() throws(ServiceError) -> String {
        guard let token = parameters.get("token") else { throw .notFound }
        return token
    }
}
