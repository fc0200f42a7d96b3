import MessagesSimulator
import RoundtableJSON

extension PhoneGroup {
    /// Plays a trick of ``Playground/perform(trick:_:)`` on people of this group.
    func perform(trick name: Substring, _ body: JSONElement) async throws -> Bool {
        defer { changes.tell() }
        switch name {
        case "deliver":
            let only = try body.readIfPresent("phone", as: Int.self) == nil ? nil : try phone(in: body)
            await deliver(to: only?.number, try body.readIfPresent("backwards") ?? false ? .reversed : .inOrder)
        case "late": phones[try phone(in: body).number].isLate = try body.read("on")
        case "send-all-at-once": await sendAllAtOnce()
        case "lose": await lose(try phone(in: body))
        case "reinstall": await reinstall(try phone(in: body))
        case "add-device": try await addDevice(beside: try phone(in: body))
        case "leave": await setMember(try phone(in: body).device.owner, false)
        case "come-back": await comeBack(try phone(in: body))
        case "airplane-mode": await setAirplaneMode(try body.read("on"), try phone(in: body))
        case "speak": await speak(try body.read("language"), try phone(in: body))
        default: return false
        }
        return true
    }

    private func phone(in body: JSONElement) throws -> Phone {
        let number: Int = try body.read("phone")
        guard phones.indices.contains(number) else { throw PhoneError(text: "There is no phone \(number).") }
        return phones[number]
    }

    /// A new phone in place of a lost one: the transcript comes back from the cloud, the app's credential does not.
    private func lose(_ phone: Phone) async {
        let device = await makeDevice("phone", of: phone.device.owner)
        await world.restore(group, on: device, from: phone.device)
        let lost = await world[phone.device]
        if !lost.isOnline { await world.disconnect(device) }
        await world.change(device) { $0.locale = lost.locale }
        var new = Phone(number: phone.number, app: await world.app(on: device, in: group))
        new.isLate = phone.isLate
        change(phone) { $0 = new }
    }

    private func reinstall(_ phone: Phone) async {
        await world.reinstall(phone.device)
        let app = await world.app(on: phone.device, in: group)
        change(phone) {
            $0.app = app
            $0.forgetMessages()
        }
    }

    private func addDevice(beside phone: Phone) async throws(PhoneError) {
        try checkRoom()
        let device = await makeDevice("tablet", of: phone.device.owner)
        await world.restore(group, on: device, from: phone.device)
        let app = await world.app(on: device, in: group)
        try checkRoom()
        phones.append(Phone(number: phones.count, app: app))
    }

    private func checkRoom() throws(PhoneError) {
        guard phones.count < Self.mostPhones else { throw PhoneError(text: "The page has no room for another one.") }
    }

    private func comeBack(_ phone: Phone) async {
        guard !members.contains(phone.device.owner) else { return }
        await setMember(phone.device.owner, true)
        await deliver()
    }

    private func setAirplaneMode(_ isOn: Bool, _ phone: Phone) async {
        if isOn { return await world.disconnect(phone.device) }
        await world.connect(phone.device)
        await deliver()
    }

    private func speak(_ language: String, _ phone: Phone) async {
        await world.change(phone.device) { $0.locale = language }
        await register(phone)
    }

    /// A device that the owner never had, for a lost one still has its credential.
    private func makeDevice(_ name: String, of owner: Person) async -> SimulatedDevice.ID {
        devices[owner, default: 1] += 1
        return await world.addDevice(of: owner, named: "\(name) \(devices[owner, default: 2])")
    }
}
