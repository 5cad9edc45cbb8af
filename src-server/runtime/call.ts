import type { RawCall } from '../contract/raw-call.ts'
import type { HostedApplication } from '../services/applications/application-registry.ts'
import type { KeepAnswer } from '../services/signatures/signature-memory.ts'
import type { Parameters } from '../wire/parameters.ts'
import type { PlainAnswer } from './answers.ts'

export type { RawCall }

/** Encodings of HTTP that the server writes. */
export type Encoding = 'br' | 'gzip'

/** The reply to a call. `status` is 200 for every business answer (docs/protocol.md 1). */
export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The file name under which the client saves a download. */
  readonly fileName?: string
  /** The encoding of the body. */
  readonly encoding?: Encoding
  /** The signature over the whole answer, where the application signs its answers. */
  readonly signature?: string
}

/** Answers a call, at once where nothing has to be waited for. */
export type AnswerCall = (call: RawCall) => HttpReply | Promise<HttpReply>

/** A call that passed the guards, as an endpoint gets it. */
export interface Call {
  /** Its settings hold the keys that this call uses. These may be replaced keys that are still valid. */
  readonly app: HostedApplication
  /** The decrypted parameters where the application encrypts. */
  readonly params: Parameters
  readonly ip: string
  /** As the caller spelled it, so verify it before use. Empty when unknown. */
  readonly origin: string
  /** Unix seconds. The same value as the reply's `time`. */
  readonly now: number
  /** Keeps the answer, and the signature, in the unit of work of the call's effect (docs/protocol.md 3). */
  readonly keep: KeepAnswer<PlainAnswer | undefined>
}
