import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Shows what happens in a session, for as long as it is on screen and the extension in the foreground.
    func follow(_ id: SessionID) {
        guard isActive, following?.session != id else { return }
        unfollow()
        let local = host?.people?.local
        following = (
            id,
            Task { [weak self, feed] in
                do {
                    for try await view in await feed.views(of: id, as: local) { await self?.take(view) }
                } catch {
                    // What will not pass by itself is told by the next thing that the person does.
                    self?.unfollow(id)
                }
            }
        )
    }

    /// Stops to follow a session, or whichever is followed.
    func unfollow(_ id: SessionID? = nil) {
        guard id == nil || following?.session == id else { return }
        following?.task.cancel()
        following = nil
    }

    /// Shows a view that came by itself, with what led there. One that may be from before what is on screen is asked
    /// for again, once nothing else is under way.
    private func take(_ view: SessionView) async {
        guard let before = shown?.view, before.id == view.id, before != view else { return }
        let events = await events(of: view, after: before.revision)
        let hasLostDraft = before.draft != nil && view.draft == nil && view.revision == before.revision
        let isOlder = view.revision < before.revision || hasLostDraft
        if shown?.view == before, !isOlder, activity != .composing { return await show(view, after: events) }
        jobs.add {
            if self.shown?.view.id == view.id { try? await self.refresh() }
        }
    }
}
