import type { NoticeKind } from '../../contract/outgoing-names.ts'
import type { MailLanguage } from './mail-text.ts'

/** The mails a console operator wants. */
export interface NoticePreferences extends Readonly<Record<NoticeKind, boolean>> {
  /** Empty means the platform's language. */
  readonly language: '' | MailLanguage
}

/** The defaults. */
export const DEFAULT_NOTICES: NoticePreferences = {
  violation: true,
  expiry: true,
  request: true,
  security: true,
  digest: false,
  language: '',
}

export function noticesOf(chosen: Partial<NoticePreferences>): NoticePreferences {
  return { ...DEFAULT_NOTICES, ...chosen }
}
