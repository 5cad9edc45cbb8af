import type { NoticeKind } from '../../contract/outgoing-names.ts'
import type { MailLanguage } from './mail-text.ts'

/** Which mails a console user wants. */
export interface NoticePreferences extends Readonly<Record<NoticeKind, boolean>> {
  /** Empty is the platform's. */
  readonly language: '' | MailLanguage
}

/** As nothing had been chosen. */
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
