import RoundtableClient

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
        let transport = DeviceTransport(base: transport) { [weak self] in await self?.isOnline(device) ?? false }
        let client = RoundtableClient(
            baseURL: service, transport: transport, retries: retries,
            credential: { [weak self] in await self?.credential(on: device) },
            keep: { [weak self] credential in await self?.keep(credential, on: device) })
        let install = Install(client: client, feed: SessionFeed(of: client, by: self[device].following))
        installs[device] = install
        return install
    }

    package func hasApp(_ device: SimulatedDevice.ID) -> Bool { self[device].hasApp }

    /// Whether the app on a device has a player's credential.
    package func hasPlayer(_ device: SimulatedDevice.ID) -> Bool { self[device].keychain != nil }
}
