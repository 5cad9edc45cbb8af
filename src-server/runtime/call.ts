import type { HostedApplication } from '../services/applications/application-registry.ts'
import type { Parameters } from '../wire/parameters.ts'

/** A call as it arrives at a door, before anything is read from it. */
export interface RawCall {
  readonly method: string
  /** The URL's query as it came, without `?`. */
  readonly query: string
  readonly body: Uint8Array
  /** The caller's address. */
  readonly ip: string
  /** The origin it came to, as its sender spells it: anybody can write a Host header. */
  readonly origin?: string
}

/** What goes back. `status` is 200 for every business answer (protocol.md 1). */
export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The name a download is saved under. */
  readonly fileName?: string
}

/** A call that passed the guards, as an endpoint sees it. */
export interface Call {
  /** Its settings are under the keys the call uses: replaced ones as long as they are good. */
  readonly app: HostedApplication
  /** Decrypted where the application encrypts. */
  readonly params: Parameters
  readonly ip: string
  /** As its sender spells it, so believed by nobody without a look; empty where it is not known. */
  readonly origin: string
  /** Unix seconds, the reply's `time`. */
  readonly now: number
}
