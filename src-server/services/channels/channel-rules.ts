import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { AddressRules } from '../../domain/channels/channel-address.ts'
import type { MailLanguage } from '../../domain/outbox/mail-text.ts'
import { noticesOf } from '../../domain/outbox/notice-preferences.ts'

export interface ChannelSettings {
  readonly current: Pick<PlatformSettings, 'outside' | 'mail' | 'site'>
}

/** The rules for the addresses of a person's channels. The owner's staff aren't the owner. */
export function rulesFor(
  { role, employerId }: Pick<Operator, 'role' | 'employerId'>,
  { current }: ChannelSettings,
): AddressRules {
  return { isOwner: role === 'owner' && employerId === null, allowed: current.outside.listed }
}

/** The language of a person's messages: the one that they chose, else the platform's. */
export function languageFor(
  { notices }: Pick<Operator, 'notices'>,
  { current }: { readonly current: Pick<PlatformSettings, 'site'> },
): MailLanguage {
  return noticesOf(notices).language || current.site.language
}
