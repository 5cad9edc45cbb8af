import { Notification } from 'electron'

/** Held until they are clicked or gone: one nobody holds loses its click with the next collection of garbage. */
const told = new Set<Notification>()

/** Shows a notification of the system, where it has any. */
export function notify(
  { title, body }: { readonly title: string; readonly body: string },
  clicked: () => void,
): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  told.add(notification)
  notification.once('click', () => {
    told.delete(notification)
    clicked()
  })
  notification.once('close', () => told.delete(notification))
  notification.show()
}
