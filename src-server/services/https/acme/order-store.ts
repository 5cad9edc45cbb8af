import { z } from 'zod'
import type { Clock } from '../../../contract/ports.ts'
import { ORDER_FAILURES } from '../../../contract/https-names.ts'
import { SecretsLocked } from '../../../contract/secrets-locked.ts'
import type { Store } from '../../../store/store.ts'

const runningOrder = z.object({
  directory: z.string(),
  names: z.array(z.string()),
  url: z.string(),
  startedAt: z.int(),
  /** DNS records that were set, to be removed at the end. */
  records: z.array(z.object({ name: z.string(), value: z.string() })),
})

/** An order under way: with its key it survives the end of the program. */
export type RunningOrder = z.output<typeof runningOrder> & { readonly key: string }

const account = z.object({ url: z.string().optional(), contact: z.string() })
export type KeptAccount = z.output<typeof account> & { readonly key: string }

const failure = z.object({
  kind: z.enum(ORDER_FAILURES),
  detail: z.string(),
  at: z.int(),
  times: z.int(),
  nextTry: z.int(),
})
export type KeptFailure = z.output<typeof failure>

const ORDER = 'order'
const FAILURE_KEY = 'https_failure'

/** The state of ordering certificates, in the database. */
export class OrderStore {
  readonly #store: Store
  readonly #clock: Clock

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  async order(): Promise<RunningOrder | undefined> {
    const row = await this.#store.read((unit) => unit.httpsKeys.find(ORDER))
    if (row === undefined || row.secret === '') return undefined
    return { ...runningOrder.parse(row.about), key: row.secret }
  }

  keepOrder({ key, ...about }: RunningOrder): Promise<void> {
    return this.#set(ORDER, about, key)
  }

  async endOrder(): Promise<void> {
    await this.#store.write((unit) => unit.httpsKeys.remove(ORDER), { durable: true })
  }

  /** @throws SecretsLocked where another machine sealed the key: it must not be replaced */
  async account(directory: string): Promise<KeptAccount | undefined> {
    const row = await this.#store.read((unit) => unit.httpsKeys.find(accountId(directory)))
    if (row === undefined) return undefined
    if (row.secret === '') throw new SecretsLocked()
    return { ...account.parse(row.about), key: row.secret }
  }

  keepAccount(directory: string, { key, ...about }: KeptAccount): Promise<void> {
    return this.#set(accountId(directory), about, key)
  }

  async failure(): Promise<KeptFailure | undefined> {
    const text = await this.#store.read((unit) => unit.meta.find(FAILURE_KEY))
    return text === undefined ? undefined : failure.safeParse(JSON.parse(text)).data
  }

  async keepFailure(found: KeptFailure | undefined): Promise<void> {
    await this.#store.write(
      async ({ meta }) => {
        if (found === undefined) await meta.take(FAILURE_KEY)
        else await meta.set(FAILURE_KEY, JSON.stringify(found))
      },
      { durable: true },
    )
  }

  async #set(id: string, about: unknown, secret: string): Promise<void> {
    const now = this.#clock.now()
    await this.#store.write((unit) => unit.httpsKeys.set(id, { about, secret }, now), { durable: true })
  }
}

function accountId(directory: string): string {
  return `account ${directory}`
}
