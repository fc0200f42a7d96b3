import MessagesSimulator

extension PhoneGroup {
    /// Sends what is in a phone's input field, and delivers it to everybody who is not late.
    func send(from phone: Phone) async throws {
        try await put(from: phone)
        await deliver()
    }

    /// Sends what is in every input field at the same time; each phone then gets the others' after its own.
    func sendAllAtOnce() async {
        var ready: [Phone] = []
        for phone in phones where await world.staged(on: phone.device, in: group) != nil { ready.append(phone) }
        await withDiscardingTaskGroup { tasks in
            for phone in ready { tasks.addTask { await self.putOrExplain(from: phone) } }
        }
        await deliver()
    }

    /// Delivers what is under way, by default to everybody who has a network and is not late.
    func deliver(to only: Int? = nil, _ arrival: Arrival = .inOrder) async {
        for phone in phones where only.map({ $0 == phone.number }) ?? !phone.isLate {
            guard await world.isOnline(phone.device), members.contains(phone.device.owner) else { continue }
            await world.deliver(to: phone.device, in: group, arrival)
            await receive(on: phone)
        }
        changes.tell()
    }

    private func putOrExplain(from phone: Phone) async {
        change(phone) { $0.forgetMessages() }
        try? await attempt(on: phone) { try await put(from: phone) }
    }

    /// Presses Send; without a network the app can't report it.
    private func put(from phone: Phone) async throws {
        let bubble = try await phone.app.send(reporting: false)
        guard await world.isOnline(phone.device) else { return }
        let sent = try await phone.app.reportSent(bubble)
        change(phone) { $0.sent = sent }
    }

    /// Lets an opened app look at what has just arrived for its game, as `didReceive` does; nobody has tapped that.
    private func receive(on phone: Phone) async {
        guard let session = phone.session else { return }
        let bubbles = await world.transcript(on: phone.device, in: group).bubbles
        guard let newest = bubbles.last(where: { $0.session == session }), newest.sender != phone.device.owner else {
            return
        }
        try? await attempt(on: phone) { try await phone.app.tap(newest) }
    }
}
