import { dressGuarded, openReply, type Credentials } from '../../simulator/fleet/credentials.ts'
import { createRandom } from '../../simulator/random.ts'
import { openConnection, type Connection } from '../../simulator/wire/connection.ts'
import { plainDialect } from '../../simulator/wire/dialect.ts'
import { dressRequest, type WireRequest } from '../../simulator/wire/request.ts'
import { checkOf, type Pair } from '../../simulator/wire/signature.ts'
import type { ManualClock } from '../../support/manual-clock.ts'

/** The code, and the other members of the answer. */
export interface Answer {
  readonly code: number
  readonly msg: unknown
  readonly [field: string]: unknown
}

type Parameters = Readonly<Record<string, string | number>>

/** A customer's program, which knows of the server only what its author reads in the console. */
export class Customer {
  readonly #credentials: Credentials
  readonly #connection: Connection
  readonly #clock: ManualClock
  readonly #dialect = plainDialect(createRandom(7, 'customer'))
  #calls = 0

  constructor(server: URL, credentials: Credentials, clock: ManualClock) {
    this.#credentials = credentials
    this.#connection = openConnection(server, false)
    this.#clock = clock
  }

  /**
   * Signed and encrypted as the application requires, a second later: two equal calls in one second are the
   * same call.
   */
  guarded(api: string, parameters: Parameters): Promise<Answer> {
    this.#clock.pass(1)
    const value = this.#value()
    const pairs: Pair[] = [...pairsOf(parameters), ['t', String(this.#clock.now())]]
    return this.#send(dressGuarded(api, this.#credentials, pairs, value, this.#dialect), value)
  }

  /** As MT5 programs call: in plain text. */
  plain(api: string, parameters: Parameters): Promise<Answer> {
    const value = this.#value()
    const pairs: Pair[] = [...pairsOf(parameters), ['value', value]]
    return this.#send(dressRequest(api, this.#credentials.app, pairs, this.#dialect), value)
  }

  close(): void {
    this.#connection.close()
  }

  #value(): string {
    return `call ${++this.#calls}`
  }

  /** @throws when the answer's check is not made with the app key */
  async #send(request: WireRequest, value: string): Promise<Answer> {
    const { text } = await this.#connection.send(request)
    const answer = JSON.parse(openReply(text, this.#credentials)) as Answer
    const { appkey } = this.#credentials
    if (appkey !== undefined && answer['check'] !== checkOf(String(answer['time']), appkey, value))
      throw new Error(`false check in ${text}`)
    return answer
  }
}

/**
 * A request as the console writes it out, sent to the server's current address. @returns the answer's text
 */
export async function sendAsShown(server: string, request: string): Promise<string> {
  const [head = '', body = ''] = request.split(/\n\s*\n/)
  const path = /^POST \S+?(\/api\.php\S+)/.exec(head)?.[1] ?? ''
  const type = /Content-Type: (\S+)/.exec(head)?.[1] ?? ''
  const response = await fetch(`${server}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body.trim(),
  })
  return response.text()
}

function pairsOf(parameters: Parameters): Pair[] {
  return Object.entries(parameters).map(([name, value]) => [name, String(value)] as const)
}
