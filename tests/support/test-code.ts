import type { CodeType } from '../../src-server/contract/records/code.ts'
import type { Code } from '../../src-server/domain/code/code.ts'

/** The worth of a new code of each type. */
const WORTH: Record<CodeType, Pick<Code, 'seconds' | 'left'>> = {
  time: { seconds: 30 * 86_400, left: null },
  permanent: { seconds: 0, left: null },
  vip: { seconds: 0, left: null },
  count: { seconds: 0, left: 3 },
  points: { seconds: 0, left: 5 },
}

/** An unused code, for tests of decisions. */
export function newTestCode(type: CodeType, change: Partial<Code> = {}): Code {
  return {
    id: 1,
    appId: 10_001,
    kami: 'K',
    type,
    ...WORTH[type],
    markcode: '',
    ip: '',
    ip6: '',
    useTime: null,
    endTime: null,
    unbinds: 0,
    lastUnbind: null,
    disabled: false,
    note: '',
    tags: [],
    fields: {},
    seats: 1,
    agentId: null,
    batchId: null,
    accountKey: '',
    gaveSeconds: null,
    recordEndBefore: null,
    spent: false,
    takenSeconds: null,
    rechargedAccountId: null,
    strippedMachine: '',
    createdAt: 1_699_999_000,
    recycledAt: null,
    revision: 0,
    ...change,
  }
}
