import { reactive, shallowRef } from 'vue'
import type { QueriedCode } from '../../../src-server/contract/self-service.ts'
import type { Picture } from '../picture.ts'
import type { Refused } from '../server/refused.ts'

/** A trading account while it is typed: its two parts. */
export interface TypedAccount {
  login: string
  server: string
}

interface Draft {
  card: string
  /** The application's number where several have the code; else empty. */
  product: string
  oldMachine: string
  account: TypedAccount
  newAccount: TypedAccount
  contact: string
  reason: string
  description: string
}

/**
 * What the customer has typed so far, kept while they move between screens. Nothing of it stays in the
 * browser.
 */
export const draft = reactive<Draft>({
  card: '',
  product: '',
  oldMachine: '',
  account: { login: '', server: '' },
  newAccount: { login: '', server: '' },
  contact: '',
  reason: '',
  description: '',
})
/** Chosen and not sent yet. */
export const pictures = shallowRef<readonly Picture[]>([])
/** The server's answer about `draft.card`. */
export const foundCode = shallowRef<QueriedCode>()
/** Pictures that couldn't be sent with their request: its screen offers another try. */
export const leftOver = shallowRef<{
  readonly number: string
  readonly pictures: readonly Picture[]
  readonly refused: Refused
}>()
/** The number of a request that was just accepted: its screen shows a greeting. */
export const justAsked = shallowRef('')

/** A customer's texts in the fields that all requests have. */
export function askedTexts(): Pick<Draft, 'contact' | 'reason' | 'description'> {
  const { contact, reason, description } = draft
  return { contact: contact.trim(), reason: reason.trim(), description: description.trim() }
}

/** After an accepted request: its texts don't fit another one. */
export function clearAsked(): void {
  Object.assign(draft, { oldMachine: '', reason: '', description: '', product: '' })
  Object.assign(draft.newAccount, { login: '', server: '' })
  foundCode.value = undefined
}
