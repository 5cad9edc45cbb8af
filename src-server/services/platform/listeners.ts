import type { PlatformSettings } from '../../contract/records/settings.ts'

export type ListenerSettings = PlatformSettings['listeners']

/** A change of the doors that is open already, and not yet settled. */
export interface ListenerChange {
  /** Closes what isn't wanted any more, once what it serves is answered. */
  settle(): void
  /** As if nothing had been asked. */
  undo(): Promise<void>
}

/** Where the server is reached. */
export interface Listeners {
  readonly urls: { readonly public: string; readonly console: string }
  /** Opens what is wanted beside what is open. @throws ListenerRefused; nothing has changed then */
  open(wanted: ListenerSettings): Promise<ListenerChange>
  /**
   * Shows the certificate that is in its files now: whoever gets certificates by itself renews them there.
   * @returns whether it is another one
   * @throws ListenerRefused for one that can't be used; the one before is shown further
   */
  renewCertificate(): boolean
}

/** A door can't be opened as it is wanted. */
export class ListenerRefused extends Error {
  override readonly name = 'ListenerRefused'
  readonly member: keyof ListenerSettings

  constructor(member: keyof ListenerSettings, message: string) {
    super(message)
    this.member = member
  }
}
