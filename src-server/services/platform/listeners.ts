import type { PlatformSettings } from '../../contract/records/settings.ts'

export type ListenerSettings = PlatformSettings['listeners']

/** A change of the public listener that is open already, and not yet final. */
export interface ListenerChange {
  /** Makes the change final: closes the old listener after it has answered its calls. */
  settle(): void
  /** Takes the change back. */
  undo(): Promise<void>
}

/** Where the server is reached: the public listener and the console's own. */
export interface Listeners {
  readonly urls: { readonly public: string; readonly console: string }
  /** When the certificate of the public listener ends, unix seconds; undefined without one. */
  readonly certificateEnd: number | undefined
  /** Opens the public listener as wanted, beside the open one. @throws ListenerRefused; then nothing has changed */
  open(wanted: ListenerSettings): Promise<ListenerChange>
  /**
   * Reads the certificate files again: a tool that renews certificates replaces them there.
   * @returns whether the certificate is a new one
   * @throws ListenerRefused for a certificate that can't be used; the old one stays in use
   */
  renewCertificate(): boolean
}

/** A listener can't be opened with these settings. */
export class ListenerRefused extends Error {
  override readonly name = 'ListenerRefused'
  readonly member: keyof ListenerSettings

  constructor(member: keyof ListenerSettings, message: string) {
    super(message)
    this.member = member
  }
}
