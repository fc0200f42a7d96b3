import Foundation
import HTTPConnection
import HTTPTypes
import RoundtableJSON
import NIOCore

/// Answers the page's requests: its files, what it draws, and what is clicked on it.
struct PlaygroundResponder: HTTPResponder {
    let playground: Playground
    let gate: LoopbackGate
    let game: String
    let files: PageFiles

    func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
        guard gate.admits(host: request.authority, origin: request.headerFields[.origin]) else {
            return .refused(plain(.forbidden, "This page is served to this machine only."))
        }
        return .admitted { body in await answer(to: request, body, on: connection) }
    }

    private func answer(
        to request: HTTPRequest, _ body: ByteBuffer, on connection: ClientConnection
    ) async -> HTTPConnection.HTTPReply {
        let path = String((request.path ?? "/").prefix { $0 != "?" })
        switch (request.method, path) {
        case (.get, "/events"): return events(on: connection)
        case (.get, "/state"): return json(await playground.state(proposing: game))
        case (.get, _): return curl(path) ?? file(path == "/" ? "index.html" : String(path.dropFirst()))
        case (.post, _): return await command(path, Array(buffer: body))
        default: return plain(.methodNotAllowed, "GET or POST.")
        }
    }

    func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPConnection.HTTPReply {
        plain(.badRequest, "\(fault)")
    }
}

extension PlaygroundResponder {
    private func command(_ path: String, _ body: [UInt8]) async -> HTTPReply {
        let parts = path.split(separator: "/")
        do {
            let members = try JSONDocument(body.isEmpty ? Array("{}".utf8) : body).root
            if parts.count == 3, parts[0] == "phones", let number = Int(parts[1]),
                let command = try PhoneCommand(parts[2], members)
            {
                try await playground.perform(command, on: number)
                return HTTPReply(status: .noContent)
            }
            let isTrick = parts.count == 2 && parts[0] == "tricks"
            guard isTrick, try await playground.perform(trick: parts[1], members) else {
                return plain(.notFound, "There is nothing of that name.")
            }
            return HTTPReply(status: .noContent)
        } catch let notice as PhoneError {
            return json(notice, .conflict)
        } catch {
            return plain(.badRequest, "\(error)")
        }
    }

    private func curl(_ path: String) -> HTTPReply? {
        let parts = path.split(separator: "/")
        guard parts.count == 3, parts[0] == "exchanges", parts[2] == "curl", let number = Int(parts[1]) else {
            return nil
        }
        guard let exchange = playground.transport[number] else { return plain(.notFound, "This one is gone.") }
        return plain(.ok, exchange.command)
    }

    private func file(_ path: String) -> HTTPReply {
        guard let file = files[path] else { return plain(.notFound, "There is no such file.") }
        var answer = HTTPReply(status: .ok, headers: headers(file.type), body: .whole(ByteBuffer(string: file.text)))
        let service = playground.service.absoluteString
        answer.head.headerFields[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' \(service); "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return answer
    }

    /// The state, and each exchange with the service, whenever something has changed.
    private func events(on connection: ClientConnection) -> HTTPReply {
        let (changes, end) = playground.changes.watch()
        return HTTPReply(
            status: .ok, headers: headers("text/event-stream"),
            body: .stream { write in
                let release = connection.hold(whenGone: end)
                defer {
                    release()
                    end()
                }
                var known = 0
                for await _ in changes {
                    let exchanges = playground.transport.exchanges(after: known)
                    known = exchanges.last?.number ?? known
                    var text = exchanges.map { event("exchange", $0) }.joined()
                    text += event("state", await playground.state(proposing: game))
                    try await write(text)
                }
            })
    }

    private func event(_ name: String, _ value: some JSONWritable) -> String {
        "event: \(name)\ndata: \(String(decoding: value.json, as: UTF8.self))\n\n"
    }

    private func json(_ value: some JSONWritable, _ status: HTTPResponse.Status = .ok) -> HTTPReply {
        HTTPReply(status: status, headers: headers("application/json"), body: .whole(ByteBuffer(bytes: value.json)))
    }

    private func plain(_ status: HTTPResponse.Status, _ text: String) -> HTTPReply {
        HTTPReply(status: status, headers: headers("text/plain; charset=utf-8"), body: .whole(ByteBuffer(string: text)))
    }

    private func headers(_ type: String) -> HTTPFields {
        var fields: HTTPFields = [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        if let policy = HTTPField.Name("Referrer-Policy") { fields[policy] = "no-referrer" }
        return fields
    }
}
