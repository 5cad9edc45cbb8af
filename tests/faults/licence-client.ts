import type { Connection } from '../simulator/wire/connection.ts'
import { openConnection } from '../simulator/wire/connection.ts'
import { plainDialect } from '../simulator/wire/dialect.ts'
import { createRandom } from '../simulator/random.ts'
import { readField } from '../simulator/wire/reply.ts'
import { dressRequest } from '../simulator/wire/request.ts'
import type { Pair } from '../simulator/wire/signature.ts'
import { signPairs } from '../simulator/wire/signature.ts'

const dialect = plainDialect(createRandom(1, 'faults'))

/**
 * One client program. Returns the text of an answer, or undefined when the server ended before it answered.
 */
export interface LicenceClient {
  kmlogon(kami: string, markcode: string, serial: string): Promise<string | undefined>
  pulse(accountKey: string, positions: number): Promise<string | undefined>
  close(): void
}

export function openLicenceClient(server: URL, app: number, appkey: string): LicenceClient {
  const connection: Connection = openConnection(server, true)
  const send = async (api: string, pairs: readonly Pair[]) => {
    try {
      return (await connection.send(dressRequest(api, app, pairs, dialect))).text
    } catch {
      return undefined
    }
  }
  return {
    kmlogon: (kami, markcode, serial) => {
      const pairs: readonly Pair[] = [
        ['kami', kami],
        ['markcode', markcode],
        ['t', String(Math.floor(Date.now() / 1000))],
        // A repeated signature is answered without a second deduction, so each of these calls has a new one.
        ['serial', serial],
      ]
      return send('kmlogon', [...pairs, ['sign', signPairs(pairs, appkey)]])
    },
    pulse: (accountKey, positions) =>
      send('mt5pulse', [
        ['account_key', accountKey],
        ['equity', '10250.40'],
        ['balance', '10000.00'],
        ['positions', String(positions)],
      ]),
    close: () => {
      connection.close()
    },
  }
}

export function isSuccess(text: string): boolean {
  return readField(text, 'code') === '200'
}
