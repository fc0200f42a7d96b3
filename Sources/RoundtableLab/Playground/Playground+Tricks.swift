import MessagesSimulator

extension Playground {
    /// - Throws: `PhoneError`, if there is no such phone or no room for one.
    func perform(_ trick: Trick) async throws(PhoneError) {
        defer { changes.tell() }
        switch trick {
        case .deliver(let number, let backwards):
            if let number { _ = try phone(number) }
            await deliver(to: number, backwards ? .reversed : .inOrder)
        case .late(let number, let isLate): phones[try phone(number).number].isLate = isLate
        case .sendAllAtOnce: await sendAllAtOnce()
        case .lose(let number): await lose(try phone(number))
        case .reinstall(let number): await reinstall(try phone(number))
        case .addDevice(let number): try await addDevice(beside: try phone(number))
        case .leave(let number): await setMember(try phone(number).device.owner, false)
        case .comeBack(let number): await comeBack(try phone(number))
        case .airplaneMode(let number, let isOn): await setAirplaneMode(isOn, try phone(number))
        case .speak(let number, let language):
            phones[try phone(number).number].language = language
            await world.change(phones[number].device) { $0.locale = language }
            await register(number)
        case .startAfresh(let people):
            guard Cast.sizes.contains(people) else { throw PhoneError(text: "There are 2 to 6 people.") }
            await begin(people: people)
        }
    }

    private func phone(_ number: Int) throws(PhoneError) -> Phone {
        guard phones.indices.contains(number) else { throw PhoneError(text: "There is no phone \(number).") }
        return phones[number]
    }

    /// A new phone in place of a lost one: the transcript comes back from the cloud, the app's credential does not.
    private func lose(_ phone: Phone) async {
        let device = await makeDevice("phone", of: phone.device.owner)
        await world.restore(group, on: device, from: phone.device)
        var new = Phone(number: phone.number, device: device, app: await world.app(on: device, in: group))
        if await !world.isOnline(phone.device) { await world.disconnect(device) }
        new.isLate = phone.isLate
        new.language = phone.language
        await world.change(device) { $0.locale = phone.language }
        phones[phone.number] = new
    }

    private func reinstall(_ phone: Phone) async {
        await world.reinstall(phone.device)
        phones[phone.number].app = await world.app(on: phone.device, in: group)
        phones[phone.number].session = nil
        phones[phone.number].forgetMessages()
    }

    private func addDevice(beside phone: Phone) async throws(PhoneError) {
        guard phones.count < Self.mostPhones else { throw PhoneError(text: "The page has no room for another one.") }
        let device = await makeDevice("tablet", of: phone.device.owner)
        await world.restore(group, on: device, from: phone.device)
        phones.append(Phone(number: phones.count, device: device, app: await world.app(on: device, in: group)))
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

    /// A device that the owner never had, for a lost one still has its credential.
    private func makeDevice(_ name: String, of owner: Person) async -> SimulatedDevice.ID {
        devices[owner, default: 1] += 1
        return await world.addDevice(of: owner, named: "\(name) \(devices[owner, default: 2])")
    }
}
