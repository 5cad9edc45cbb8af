import { generateKeyPairSync } from 'node:crypto'
import type { Order } from 'acme-client'
import { isIP } from 'node:net'
import type { OrderStep } from '../../../contract/https-names.ts'
import type { Clock } from '../../../contract/ports.ts'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import { AcmeAuthority, type Proof } from '../../../outbound/acme/authority.ts'
import { AcmeRefused } from '../../../outbound/acme/refused.ts'
import type { TxtLookup } from '../../../outbound/dns/txt-lookup.ts'
import type { TlsIdentity } from '../files/identity.ts'
import { readIdentity } from '../files/read-identity.ts'
import type { OrderStore, RunningOrder } from './order-store.ts'
import type { ProofPlaces, ProofRecord } from './proof-places.ts'

interface Parts {
  readonly https: PlatformSettings['https']
  readonly names: readonly string[]
  /** The key of the certificate before, PEM: it stays, so that programs that know it go on. */
  readonly certificateKey: () => Promise<string | undefined>
  readonly orders: OrderStore
  readonly places: ProofPlaces
  readonly lookUpTxt: TxtLookup
  readonly clock: Clock
  /** Resolves after so many milliseconds, sooner when a person asks or the run is stopped. */
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
}

/** Records that a person has to set, and whether the DNS has them. */
export interface AwaitedRecord extends ProofRecord {
  seen: boolean
}

const LOOK_MS = 5000
/** How long a record of a provider may take until name servers have it, seconds. Then the authority decides. */
const SPREAD = 300

/** One run from the account to the certificate. A run that was cut off is continued by the next one. */
export class OrderRun {
  readonly #parts: Parts
  readonly startedAt: number
  step: OrderStep = 'account'
  records: AwaitedRecord[] = []

  constructor(parts: Parts) {
    this.#parts = parts
    this.startedAt = parts.clock.now()
  }

  /**
   * A run that is stopped ends at once: a call to an authority may still wait for its answer.
   * @throws AcmeRefused; Stopped
   */
  run(): Promise<TlsIdentity> {
    const { promise, reject } = Promise.withResolvers<never>()
    const { signal } = this.#parts
    const stop = () => {
      reject(new Stopped())
    }
    // eslint-disable-next-line local/guarded-callbacks -- the callback only rejects
    signal.addEventListener('abort', stop, { once: true })
    return Promise.race([this.#run(), promise])
  }

  async #run(): Promise<TlsIdentity> {
    const { places, https, orders, names } = this.#parts
    if (names.length === 0) throw new AcmeRefused('no_name', '')
    const authority = await this.#enter()
    const [order, running] = await this.#order(authority)
    try {
      if (order.status === 'pending') await this.#prove(authority, order, running)
      this.#go('issue')
      const chain = await authority.issue(order, running.names, running.key)
      this.#goOn()
      const identity = await identityOf(chain, running.key)
      await this.#clean(running)
      return identity
    } catch (error) {
      // The authority has forgotten or refused this order: the next run begins another one.
      if (error instanceof AcmeRefused && !MAY_GO_ON.has(error.failure)) {
        await places.removeRecords(https, (await orders.order())?.records ?? [])
        await orders.endOrder()
      }
      throw error
    } finally {
      await places.removeFiles()
    }
  }

  async #enter(): Promise<AcmeAuthority> {
    const { https, orders } = this.#parts
    const { directory, contact, eab_kid: kid, eab_key: hmacKey } = https
    const found = await AcmeAuthority.directory(directory)
    if (found.terms !== '' && https.terms === '') throw new AcmeRefused('terms', found.terms)
    if (found.needsBinding && (kid === '' || hmacKey === '')) throw new AcmeRefused('binding', '')
    const kept = await orders.account(directory)
    const account = kept ?? { key: await AcmeAuthority.newKey(), contact }
    if (kept === undefined) await orders.keepAccount(directory, account)
    const binding = kid === '' ? undefined : { kid, hmacKey }
    const authority = await AcmeAuthority.open(directory, { key: account.key, url: account.url }, binding)
    if (account.url === undefined || account.contact !== contact)
      await this.#register(authority, account.key, binding !== undefined)
    return authority
  }

  async #register(authority: AcmeAuthority, key: string, isBound: boolean): Promise<void> {
    const { https, orders } = this.#parts
    try {
      const url = await authority.register(https.contact)
      await orders.keepAccount(https.directory, { key, contact: https.contact, url })
    } catch (error) {
      const isKey = error instanceof AcmeRefused && /^(unauthorized|malformed)$/.test(error.type)
      if (isKey && isBound) throw new AcmeRefused('binding', error.message)
      // The authority lost the account: the next run registers it again.
      if (error instanceof AcmeRefused && error.type === 'accountDoesNotExist')
        await orders.keepAccount(https.directory, { key, contact: https.contact })
      throw error
    }
  }

  async #order(authority: AcmeAuthority): Promise<[Order, RunningOrder]> {
    const { https, names, orders, clock, certificateKey } = this.#parts
    this.#go('order')
    const kept = await orders.order()
    const isSame = kept?.directory === https.directory && kept.names.join() === names.join()
    const found = kept && isSame ? await authority.findOrder(kept.url) : undefined
    if (kept !== undefined && found !== undefined && found.status !== 'invalid') return [found, kept]
    const isShortLived = names.some((name) => isIP(name) !== 0) && (await hasShortLived(https.directory))
    const order = await this.#newOrder(authority, isShortLived)
    const key = (await certificateKey()) ?? newCertificateKey()
    const running = {
      directory: https.directory,
      names: [...names],
      url: order.url,
      startedAt: clock.now(),
      records: [],
      key,
    }
    // Before anything else happens to the order: the next run of the program must find it.
    await orders.keepOrder(running)
    return [order, running]
  }

  async #newOrder(authority: AcmeAuthority, isShortLived: boolean): Promise<Order> {
    const { https, names, orders } = this.#parts
    try {
      return await authority.order(names, isShortLived)
    } catch (error) {
      if (error instanceof AcmeRefused && error.type === 'accountDoesNotExist') {
        const account = await orders.account(https.directory)
        if (account !== undefined)
          await orders.keepAccount(https.directory, { key: account.key, contact: account.contact })
      }
      throw error
    }
  }

  async #prove(authority: AcmeAuthority, order: Order, running: RunningOrder): Promise<void> {
    const { https, places, orders } = this.#parts
    this.#go('proof')
    const proofs = await authority.proofs(order, https.challenge === 'http' ? 'http' : 'dns')
    if (https.challenge === 'http') await places.offerFiles(proofs)
    else {
      const records = proofs.map(({ host, value }) => ({ name: `_acme-challenge.${host}`, value }))
      this.records = records.map((record) => ({ ...record, seen: false }))
      if (https.challenge === 'dns') {
        // Kept first, so that they are removed even if the program ends here.
        await orders.keepOrder({ ...running, records: [...running.records, ...records] })
        await places.setRecords(https, records)
      }
      await this.#awaitRecords()
    }
    this.#go('check')
    await this.#complete(proofs)
  }

  async #complete(proofs: readonly Proof[]): Promise<void> {
    const { places } = this.#parts
    try {
      for (const proof of proofs) {
        await proof.complete()
        this.#goOn()
      }
    } catch (error) {
      const isPort = error instanceof AcmeRefused && error.failure === 'proof' && places.portProblem !== ''
      throw isPort ? new AcmeRefused('port', `${places.portProblem} · ${error.message}`) : error
    }
  }

  /** A person has as long as the authority gives. A provider needs some minutes at most. */
  async #awaitRecords(): Promise<void> {
    const { https, lookUpTxt, clock, pause } = this.#parts
    const began = clock.now()
    for (;;) {
      for (const record of this.records.filter(({ seen }) => !seen))
        record.seen = (await lookUpTxt(record.name).catch((): string[] => [])).includes(record.value)
      this.#goOn()
      if (this.records.every(({ seen }) => seen)) return
      if (https.challenge === 'dns' && clock.now() > began + SPREAD) return
      await pause(LOOK_MS)
      this.#goOn()
    }
  }

  async #clean(running: RunningOrder): Promise<void> {
    const { places, https, orders } = this.#parts
    const records = (await orders.order())?.records ?? running.records
    await places.removeRecords(https, records)
  }

  #go(step: OrderStep): void {
    this.#goOn()
    this.step = step
  }

  #goOn(): void {
    if (this.#parts.signal.aborted) throw new Stopped()
  }
}

/** The run was stopped: the settings changed, or the program ends. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** After these the order at the authority is as good as before. */
const MAY_GO_ON: ReadonlySet<string> = new Set(['unreachable', 'untrusted', 'dns_provider', 'rate'])

async function hasShortLived(directory: string): Promise<boolean> {
  return (await AcmeAuthority.directory(directory)).hasShortLived
}

function newCertificateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

async function identityOf(chain: string, key: string): Promise<TlsIdentity> {
  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
  return readIdentity(file('chain', chain), file('key', key), '')
}
