import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../contract/ports.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { TlsIdentity, TlsMaterial } from './files/identity.ts'

/** Where a stored certificate comes from. */
export type KeptCertificate = 'uploaded' | 'automatic'

const about = z.object({
  chain: z.array(z.string()).min(1),
  /** The authority that issued it, by its directory. */
  directory: z.string().default(''),
})
const secret = z.union([
  z.object({ key: z.string().min(1) }),
  z.object({ pfx: z.string().min(1), passphrase: z.string() }),
])

interface Kept {
  readonly secret: string
  readonly identity: TlsIdentity
  readonly directory: string
}

/** Certificates in the database, with their sealed keys. */
export class KeptKeys {
  readonly #store: Store
  readonly #clock: Clock
  readonly #read = new Map<KeptCertificate, Kept>()

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** @returns undefined without one, and while its key is sealed by another machine */
  async find(id: KeptCertificate): Promise<Kept | undefined> {
    const row = await this.#store.read((unit) => unit.httpsKeys.find(id))
    if (row === undefined || row.secret === '') return undefined
    const text = JSON.stringify([row.about, row.secret])
    const known = this.#read.get(id)
    if (known?.secret === text) return known
    const { chain: pems, directory } = about.parse(row.about)
    const chain = pems.map((pem) => new X509Certificate(pem))
    const [leaf] = chain
    if (leaf === undefined) return undefined
    const identity = { leaf, chain, material: materialOf(chain, row.secret) }
    const kept = { secret: text, identity, directory }
    this.#read.set(id, kept)
    return kept
  }

  async keep(
    unit: WriteUnit,
    id: KeptCertificate,
    { chain, material }: TlsIdentity,
    directory = '',
  ): Promise<void> {
    const kept =
      'key' in material
        ? { key: material.key }
        : { pfx: material.pfx.toString('base64'), passphrase: material.passphrase }
    const row = { about: { chain: chain.map(String), directory }, secret: JSON.stringify(kept) }
    await unit.httpsKeys.set(id, row, this.#clock.now())
  }
}

function materialOf(chain: readonly X509Certificate[], text: string): TlsMaterial {
  const kept = secret.parse(JSON.parse(text))
  return 'key' in kept
    ? { cert: chain.map(String).join(''), key: kept.key }
    : { pfx: Buffer.from(kept.pfx, 'base64'), passphrase: kept.passphrase }
}
