import { useI18n } from 'vue-i18n'
import { describeInvisible, findInvisible } from '../../src-server/contract/invisible.ts'
import {
  MAX_CONTACT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_REASON_LENGTH,
} from '../../src-server/contract/request-names.ts'
import { wrongPart, type AccountPart } from './account-key.ts'
import { draft, type TypedAccount } from './state/draft.ts'
import type { Wrong } from './use-asking.ts'

type Words = (() => string) | undefined

export interface WrongWords {
  readonly missing: (text: string) => Words
  /** The reasons of the fields that all requests have. */
  readonly ofAsking: () => Wrong
  /** Of one part of a trading account. */
  readonly ofAccount: (account: TypedAccount, part: AccountPart) => Words
}

/** Errors that the page finds before it asks the server. */
export function useWrongWords(): WrongWords {
  const { t, locale } = useI18n()
  /** Typed or pasted: an invisible character would make it another account. */
  const invisible = (text: string) => {
    const found = findInvisible(text)
    if (found === undefined) return undefined
    return () =>
      t('public.field.invisible', { what: describeInvisible(found, locale.value === 'en' ? 'en' : 'zh') })
  }
  const missing = (text: string) => (text.trim() === '' ? () => t('public.field.missing') : undefined)
  const tooLong = (text: string, n: number) =>
    Array.from(text.trim()).length > n ? () => t('public.field.at_most', { n }) : undefined
  return {
    missing,
    ofAsking: () => ({
      contact: missing(draft.contact) ?? tooLong(draft.contact, MAX_CONTACT_LENGTH),
      reason: missing(draft.reason) ?? tooLong(draft.reason, MAX_REASON_LENGTH),
      description: tooLong(draft.description, MAX_DESCRIPTION_LENGTH),
    }),
    ofAccount: (account, part) =>
      missing(account[part]) ??
      invisible(account[part]) ??
      (wrongPart(account) === part ? () => t(`public.account.wrong_${part}`) : undefined),
  }
}
