import { isIP } from 'node:net'
import type { Authorization, Client, Order } from 'acme-client'
import { AcmeRefused, connectionFailure, isObject, problemOf } from './refused.ts'

/** What an authority says of itself. */
export interface Directory {
  /** The address of its terms. Empty: it has none. */
  readonly terms: string
  /** It asks for a key identifier and a MAC key. */
  readonly needsBinding: boolean
  /** It issues certificates of some days, the only ones for addresses without a name. */
  readonly hasShortLived: boolean
}

export interface Account {
  /** PEM. */
  readonly key: string
  /** Undefined before the first order. */
  readonly url: string | undefined
}

export interface Binding {
  readonly kid: string
  readonly hmacKey: string
}

/** A proof that the authority asks for. */
export interface Proof {
  readonly host: string
  readonly kind: 'http' | 'dns'
  readonly token: string
  /** The content of the file, or of the TXT record. */
  readonly value: string
  /** Tells the authority that the proof is there, and waits for its verdict. */
  readonly complete: () => Promise<void>
}

/** An authority that issues certificates by ACME. Every method throws AcmeRefused. */
export class AcmeAuthority {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async open(
    directoryUrl: string,
    { key, url }: Account,
    binding: Binding | undefined,
  ): Promise<AcmeAuthority> {
    const { acme, LOOKS } = await import('./library.ts')
    const client = new acme.Client({
      directoryUrl,
      accountKey: key,
      ...(url !== undefined && { accountUrl: url }),
      ...(binding !== undefined && { externalAccountBinding: binding }),
      ...LOOKS,
    })
    return new AcmeAuthority(client)
  }

  /** @throws AcmeRefused */
  static async directory(url: string): Promise<Directory> {
    const { acme } = await import('./library.ts')
    const { data } = await refusable(() => acme.axios.get<unknown>(url))
    if (!isObject(data) || typeof data['newOrder'] !== 'string') throw new AcmeRefused('no_directory', url)
    const meta = isObject(data['meta']) ? data['meta'] : {}
    const profiles = isObject(meta['profiles']) ? meta['profiles'] : {}
    return {
      terms: typeof meta['termsOfService'] === 'string' ? meta['termsOfService'] : '',
      needsBinding: meta['externalAccountRequired'] === true,
      hasShortLived: 'shortlived' in profiles,
    }
  }

  static async newKey(): Promise<string> {
    const { acme } = await import('./library.ts')
    return String(await acme.crypto.createPrivateEcdsaKey('P-256'))
  }

  /** Registers the account, or brings its contact up to date. @returns the account's address */
  async register(contact: string): Promise<string> {
    await refusable(() =>
      this.#client.createAccount({
        termsOfServiceAgreed: true,
        ...(contact !== '' && { contact: [`mailto:${contact}`] }),
      }),
    )
    return this.#client.getAccountUrl()
  }

  async order(names: readonly string[], isShortLived: boolean): Promise<Order> {
    const identifiers = names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))
    const wanted = { identifiers, ...(isShortLived && { profile: 'shortlived' }) }
    return refusable(() => this.#client.createOrder(wanted))
  }

  /** An order of before. @returns undefined where the authority has forgotten it */
  async findOrder(url: string): Promise<Order | undefined> {
    try {
      const order: Order = { url, status: 'pending', identifiers: [], authorizations: [], finalize: '' }
      return await refusable(() => this.#client.getOrder(order))
    } catch (error) {
      if (error instanceof AcmeRefused && error.failure !== 'unreachable' && error.failure !== 'untrusted')
        return undefined
      throw error
    }
  }

  /** The proofs that are still missing. */
  async proofs(order: Order, kind: Proof['kind']): Promise<Proof[]> {
    const open = await refusable(() => this.#client.getAuthorizations(order))
    const pending = open.filter(({ status }) => status === 'pending')
    return Promise.all(pending.map((authorization) => this.#proofOf(authorization, kind)))
  }

  /** Hands in the request for the certificate once all proofs are accepted. @returns the chain, PEM */
  async issue(order: Order, names: readonly string[], key: string): Promise<string> {
    const { acme } = await import('./library.ts')
    const [, csr] = await acme.crypto.createCsr({ altNames: [...names] }, key)
    return refusable(async () => {
      const ready = order.status === 'pending' ? await this.#client.waitForValidStatus(order) : order
      const known = { ...ready, url: order.url }
      const asked = known.status === 'ready' ? await this.#client.finalizeOrder(known, csr) : known
      const done = asked.status === 'valid' ? asked : await this.#waitForValid({ ...asked, url: order.url })
      return this.#client.getCertificate({ ...done, url: order.url })
    })
  }

  /** The library takes `ready` for an end too. */
  async #waitForValid(order: Order): Promise<Order> {
    const next = await this.#client.waitForValidStatus(order)
    if (next.status === 'valid') return next
    throw new AcmeRefused('refused', `the order is still ${next.status}`)
  }

  async #proofOf(authorization: Authorization, kind: Proof['kind']): Promise<Proof> {
    const host = authorization.identifier.value
    const challenge = authorization.challenges.find(({ type }) => type === `${kind}-01`)
    if (challenge === undefined)
      throw new AcmeRefused('name_refused', `the authority has no ${kind}-01 proof for ${host}`)
    return {
      host,
      kind,
      token: challenge.token,
      value: await this.#client.getChallengeKeyAuthorization(challenge),
      complete: () =>
        refusable(async () => {
          await this.#client.completeChallenge(challenge)
          await this.#client.waitForValidStatus(authorization).catch(async (error: unknown) => {
            throw await this.#reasonOf(authorization, challenge.url, error)
          })
        }),
    }
  }

  /** The library's error of a refused proof has lost the authority's name of the problem. */
  async #reasonOf(authorization: Authorization, challengeUrl: string, error: unknown): Promise<unknown> {
    if (error instanceof AcmeRefused) return error
    const [now] = await this.#client.getAuthorizations({
      url: '',
      status: 'pending',
      identifiers: [],
      finalize: '',
      authorizations: [authorization.url],
    })
    const challenge: unknown = now?.challenges.find(({ url }) => url === challengeUrl)
    const said = isObject(challenge) ? challenge['error'] : undefined
    if (said === undefined) return new AcmeRefused('proof', 'the authority has not decided in time')
    const { message } = problemOf(said, 400)
    return new AcmeRefused('proof', message)
  }
}

async function refusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw connectionFailure(error)
  }
}
