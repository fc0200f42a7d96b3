import Foundation
import RoundtableClient
package import RoundtableModel

/// A device's way to the service: without a network nothing leaves it, and what arrives meanwhile is lost.
struct DeviceTransport: Transport {
    let base: any Transport
    let isOnline: @Sendable () async -> Bool

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await checkNetwork(.notConnectedToInternet)
        let response = try await base.send(request)
        try await checkNetwork(.networkConnectionLost)
        return response
    }

    func stream(_ request: TransportRequest) async throws -> TransportStream {
        try await checkNetwork(.notConnectedToInternet)
        let stream = try await base.stream(request)
        let (chunks, content) = AsyncThrowingStream<Data, any Error>.makeStream()
        // NB: lives no longer than the stream that is made of it.
        let passing = Task {
            do {
                for try await chunk in stream.chunks {
                    try await checkNetwork(.networkConnectionLost)
                    content.yield(chunk)
                }
                content.finish()
            } catch {
                content.finish(throwing: error)
            }
        }
        content.onTermination = { _ in passing.cancel() }
        return TransportStream(head: stream.head, chunks: chunks)
    }

    private func checkNetwork(_ code: URLError.Code) async throws {
        guard await isOnline() else { throw URLError(code) }
    }
}

/// The app as it is installed on a device: one extension, however many of its bubbles and screens are visible.
struct Install: Sendable {
    let client: RoundtableClient
    let feed: SessionFeed
}

extension Simulation {
    /// The app on a device; it is a new one after a reinstall.
    func install(on device: SimulatedDevice.ID) -> Install {
        if let install = installs[device] { return install }
        // NB: weak, for the world keeps its installs.
        let transport = DeviceTransport(base: transport) { [weak self] in await self?[device].isOnline ?? false }
        let client = RoundtableClient(
            baseURL: service, transport: transport, retries: retries,
            credential: { [weak self] in await self?[device].keychain },
            keep: { [weak self] credential in await self?.keep(credential, on: device) })
        let install = Install(client: client, feed: SessionFeed(of: client, by: self[device].following))
        installs[device] = install
        return install
    }

    package func app(on device: SimulatedDevice.ID, in group: Group.ID) -> App {
        App(simulation: self, device: device, group: group, install: install(on: device))
    }

    /// Removes the app from a device and installs it again: new identifiers, same Keychain, nothing staged.
    ///
    /// An `App` made before is the old install; open a new one.
    package func reinstall(_ device: SimulatedDevice.ID) {
        installs[device] = nil
        self[device].install += 1
        for group in self[device].conversations.keys {
            self[device, group].staged = nil
            self[device, group].transcript.live = [:]
        }
    }

    /// Writes to, or empties, a device's Keychain.
    package func keep(_ credential: Credential?, on device: SimulatedDevice.ID) {
        self[device].keychain = credential
    }

    /// Brings the app to the foreground; Xcode's simulator takes the occasion to change everybody's identifiers.
    func activate(_ device: SimulatedDevice.ID) {
        if self[device].isXcodeSimulator { self[device].install += 1 }
    }

    /// The sender of a tapped bubble, as Messages names them to the app on this device.
    package func sender(of bubble: Bubble, on device: SimulatedDevice.ID, in group: Group.ID) throws(SimulationError)
        -> ParticipantID?
    {
        let conversation = self[device, group]
        if conversation.transcript.contains(bubble) {
            return identifiers(on: device, in: group)[bubble.sender, bubble.handle]
        }
        // A staged bubble can be tapped as well; it has no sender yet.
        guard conversation.staged?.id == bubble.id else { throw .notInTranscript }
        return nil
    }
}

extension Simulation {
    /// Copies a conversation's transcript to another device of the same owner, as Messages in iCloud does.
    package func restore(_ group: Group.ID, on device: SimulatedDevice.ID, from source: SimulatedDevice.ID) {
        var transcript = Transcript(device: device)
        for bubble in self[source, group].transcript.bubbles { transcript.receive(bubble) }
        self[device, group].transcript = transcript
        self[device, group].arriving = self[source, group].arriving
    }

    /// Taps a bubble, by default the newest, on a device without the app: its URL opens in the browser. The result is
    /// the page, as HTML.
    package func openPage(
        of tapped: Bubble? = nil, on device: SimulatedDevice.ID, in group: Group.ID
    ) async throws -> String {
        let transcript = transcript(on: device, in: group)
        guard let bubble = tapped ?? transcript.bubbles.last, transcript.contains(bubble) else {
            throw SimulationError.notInTranscript
        }
        return try await install(on: device).client.page(of: bubble.token)
    }
}
