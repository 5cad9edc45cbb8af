import { reactive, shallowRef } from 'vue'
import type { QueriedCode } from '../../../src-server/contract/self-service.ts'
import type { Picture } from '../picture.ts'
import type { Refused } from '../server/refused.ts'

/** A trading account as it is typed: its two parts. */
export interface TypedAccount {
  login: string
  server: string
}

interface Draft {
  card: string
  /** The application's number where the code belongs to several; else empty. */
  product: string
  oldMachine: string
  account: TypedAccount
  newAccount: TypedAccount
  contact: string
  reason: string
  description: string
}

/** What the customer has typed so far, kept while he goes back and forth. Nothing of it stays in the browser. */
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
/** What the server says of `draft.card`. */
export const foundCode = shallowRef<QueriedCode>()
/** Pictures that couldn't be sent with their request: its screen offers to try again. */
export const leftOver = shallowRef<{
  readonly number: string
  readonly pictures: readonly Picture[]
  readonly refused: Refused
}>()
/** The number of a request that was taken a moment ago: its screen greets with it. */
export const justAsked = shallowRef('')

/** After a request was taken: its words are no use for another. */
export function clearAsked(): void {
  Object.assign(draft, { oldMachine: '', reason: '', description: '', product: '' })
  Object.assign(draft.newAccount, { login: '', server: '' })
  foundCode.value = undefined
}
