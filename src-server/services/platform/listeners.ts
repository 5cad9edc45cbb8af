import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { CertificateProblem } from '../https/files/certificate-problem.ts'
import type { TlsIdentity, TlsMaterial } from '../https/files/identity.ts'

export type ListenerSettings = PlatformSettings['listeners']

/** A change of a listener that is open already, and not yet final. */
export interface ListenerChange {
  /** Makes the change final: closes the old listener after it has answered its calls. */
  readonly settle: () => void
  /** Takes the change back. */
  readonly undo: () => Promise<void>
}

/** The HTTPS listener beside the public one. */
export interface SecureSettings {
  readonly host: string
  readonly port: number
  readonly material: TlsMaterial
}

/** Where the server is reached: the public listener, the HTTPS listener beside it, and the console's own. */
export interface Listeners {
  /** Empty where it isn't open. */
  readonly urls: { readonly public: string; readonly secure: string; readonly console: string }
  /** The certificate of the public listener where it speaks HTTPS itself. */
  readonly publicIdentity: TlsIdentity | undefined
  /** Opens the public listener as wanted, beside the open one. @throws ListenerRefused; then nothing has changed */
  open(wanted: ListenerSettings): Promise<ListenerChange>
  /** Opens, moves or closes the HTTPS listener. @throws ListenerRefused; then nothing has changed */
  openSecure(wanted: SecureSettings | undefined): Promise<ListenerChange>
  /** The HTTPS listener uses another certificate from the next connection on. Open connections go on. */
  renewSecure(material: TlsMaterial): void
  /**
   * Reads the certificate files of the public listener again: a tool that renews certificates replaces them there.
   * @returns whether the certificate is a new one
   * @throws ListenerRefused for a certificate that can't be used; the old one stays in use
   */
  renewCertificate(): Promise<boolean>
}

/** A listener can't be opened with these settings. */
export class ListenerRefused extends Error {
  override readonly name = 'ListenerRefused'
  /** The setting, such as `listeners.public_port`. */
  readonly member: `listeners.${keyof ListenerSettings}` | `https.${keyof PlatformSettings['https']}`

  readonly certificate: CertificateProblem | undefined

  constructor(member: ListenerRefused['member'], message: string, certificate?: CertificateProblem) {
    super(message)
    this.member = member
    this.certificate = certificate
  }
}
