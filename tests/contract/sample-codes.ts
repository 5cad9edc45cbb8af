import type { Code } from '../../src-server/domain/code/code.ts'
import type { Batch } from '../../src-server/store/repositories/batches.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { FOREVER, NOW } from './sample-records.ts'

export function sampleCode(
  appId: number,
  kami: string,
  over: Partial<Code> = {},
): Omit<Code, 'id' | 'revision' | 'recycledAt'> {
  return {
    appId,
    kami,
    type: 'time',
    seconds: 3600,
    left: null,
    markcode: '',
    accountKey: '',
    ip: '',
    ip6: '',
    useTime: null,
    endTime: null,
    unbinds: 0,
    lastUnbind: null,
    disabled: false,
    batchId: null,
    agentId: null,
    note: '',
    tags: [],
    fields: {},
    seats: 1,
    gaveSeconds: null,
    spent: false,
    takenSeconds: null,
    recordEndBefore: null,
    rechargedAccountId: null,
    strippedMachine: '',
    createdAt: NOW,
    ...over,
  }
}

/** Stores a code in any state. @throws Error when the application has the code already */
export async function addCode(
  unit: WriteUnit,
  appId: number,
  kami: string,
  over: Partial<Code> = {},
): Promise<Code> {
  const { recycledAt = null, ...state } = over
  const [id] = await unit.codes.importMany([sampleCode(appId, kami, state)])
  if (id === undefined) throw new Error(`${kami} is there already`)
  const stored = await unit.codes.get({ kind: 'everything' }, id)
  if (stored === undefined) throw new Error(`${kami} is lost`)
  if (recycledAt === null) return stored
  await unit.codes.edit([{ ...stored, recycledAt }])
  return { ...stored, recycledAt, revision: stored.revision + 1 }
}

export function sampleBatch(appId: number, over: Partial<Batch> = {}): Omit<Batch, 'id'> {
  return {
    appId,
    type: 'time',
    unit: 'day',
    amount: 30,
    seconds: FOREVER,
    left: null,
    count: 10,
    prefix: 'AB-',
    agentId: null,
    note: '',
    createdBy: 'dev',
    createdAt: NOW,
    orderNumber: null,
    seats: 1,
    ...over,
  }
}
