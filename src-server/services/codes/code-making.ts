import { CONSOLE } from '../../contract/error-codes.ts'
import type { Random } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import { generateKami, isDebugCode } from '../../domain/code/generate.ts'
import type { NewCode } from '../../store/repositories/codes.ts'
import type { WriteUnit } from '../../store/store.ts'
import { Refused } from '../refused.ts'
import { TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'

/** How the text of a code is generated; `alphabet` holds at least two different characters. */
export type KamiShape = Parameters<typeof generateKami>[1]

export interface MadeCode {
  readonly id: number
  readonly kami: string
}

/** @throws Refused 422 for several seats where a code serves one account */
export function requireSeats(
  application: Pick<Application, 'severalAccounts'> | undefined,
  { seats, type }: Pick<NewCode, 'seats' | 'type'>,
): void {
  if (seats > 1 && (application?.severalAccounts !== true || type === 'points'))
    throw new Refused(CONSOLE.invalid, 'A code serves one account here', { seats: 'one_account' })
}

/** Creates so many equal codes with different texts. No other code of the application has one of these texts. */
export async function makeCodes(
  unit: WriteUnit,
  random: Random,
  shape: KamiShape,
  code: Omit<NewCode, 'kami'>,
  count: number,
): Promise<MadeCode[]> {
  const made: MadeCode[] = []
  let kamis: string[] = []
  for await (const kami of withPauses(endlessKamis(random, shape))) {
    // A prefix such as `JDBG` and a dash in the alphabet.
    if (!isDebugCode(kami)) kamis.push(kami)
    if (kamis.length < Math.min(TOGETHER, count - made.length)) continue
    const ids = await unit.codes.insertMany(code, kamis)
    made.push(...ids.flatMap((id, at) => (id === undefined ? [] : [{ id, kami: kamis[at] ?? '' }])))
    kamis = []
    if (made.length === count) break
  }
  await unit.business.count(
    { app: code.appId, agent: code.agentId, at: code.createdAt },
    { made: made.length },
  )
  return made
}

function* endlessKamis(random: Random, shape: KamiShape): Generator<string, never, undefined> {
  for (;;) yield generateKami(random, shape)
}
