import type { MailServer } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'

/** The mail server of the settings. Undefined when they name none. */
export function mailServerOf(mail: PlatformSettings['mail']): MailServer | undefined {
  const { host, port, security, user, password, from_address: fromAddress, from_name: fromName } = mail
  return host === '' ? undefined : { host, port, security, user, password, fromAddress, fromName }
}
