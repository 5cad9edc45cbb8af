import { addressOf, REACHES, type Reach, type ServerAddress } from '../../contract/public-address.ts'
import type { Listeners, ListenerSettings } from './listeners.ts'

export interface PublicAddress extends ServerAddress {
  /** Whether the owner chose the address. Otherwise it is a guess. */
  readonly isSet: boolean
}

interface Parts {
  /** The owner's setting. Empty: not set. */
  readonly stored: () => string
  /** The listener settings in effect. */
  readonly listening: () => ListenerSettings
  readonly listeners: Pick<Listeners, 'urls'>
  /** This machine's address in its network, as other machines call it. */
  readonly lanAddress: () => string | undefined
}

/** The one place that knows where other people reach this server. */
export class PublicAddressService {
  readonly #parts: Parts
  /** The setting as it was read last. */
  #read: { readonly text: string; readonly address: ServerAddress | undefined } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The owner's setting. Each request of the console asks for it, so it costs nothing. */
  get chosen(): ServerAddress | undefined {
    const text = this.#parts.stored()
    if (this.#read?.text !== text) this.#read = { text, address: addressOf(text) }
    return this.#read.address
  }

  /**
   * The owner's setting. Without one it is a guess: the address of the public listener, in its own network where it
   * listens everywhere. A caller who came by a name that reaches as far knows the address better than the server,
   * which may be behind a proxy.
   * @param cameTo the origin of the request, as the caller spells it
   */
  current(cameTo = ''): PublicAddress {
    const { chosen } = this
    if (chosen !== undefined) return { ...chosen, isSet: true }
    const [guess, came] = [this.#guess(), addressOf(cameTo)]
    const isCalled = came !== undefined && came.reach !== 'loopback' && rank(came.reach) <= rank(guess.reach)
    return { ...(isCalled ? came : guess), isSet: false }
  }

  #guess(): ServerAddress {
    const { listening, listeners, lanAddress } = this.#parts
    const own = listeners.urls.public
    const host = listening().public_host
    const lan = host === '0.0.0.0' || host === '::' ? lanAddress() : undefined
    const { protocol = 'http:', port = '' } = URL.parse(own) ?? {}
    const name = lan?.includes(':') === true ? `[${lan}]` : lan
    const named = name === undefined ? own : `${protocol}//${name}${port === '' ? '' : `:${port}`}`
    return addressOf(named) ?? NOT_OPEN
  }
}

/** The address as the console's records have it. */
export function addressRecord({ url, isSet, reach }: PublicAddress) {
  return { url, is_set: isSet, reach }
}

/** Before the listeners open, and after they close. */
const NOT_OPEN: ServerAddress = {
  url: 'http://127.0.0.1/',
  origin: 'http://127.0.0.1',
  folder: '/',
  reach: 'loopback',
}

function rank(reach: Reach): number {
  return REACHES.indexOf(reach)
}
