import { CODE_UNIT_SECONDS, type CodeType } from '../../contract/code-names.ts'
import type { ImportedCode } from '../../contract/records/code.ts'
import { isIpv6Address, networkOf } from '../../contract/network.ts'
import { parseAccountKey } from '../device/account-key.ts'
import type { Code } from './code.ts'
import { readKami } from './kami.ts'

/** An imported code's state. The store adds the application and the creation time. */
export type ImportedState = Omit<Code, 'id' | 'appId' | 'createdAt' | 'recycledAt' | 'revision'>

/** Longer durations end at PERMANENT_VIP. */
const LONGEST_SECONDS = 3_200_000_000

/** Turns an imported row into a code with its state. @returns the reason when the row contradicts its type */
export function decideImport(row: ImportedCode): ImportedState | string {
  const worth = worthOf(row)
  if (typeof worth === 'string') return worth
  const markcode = row.markcode ?? ''
  const useTime = row.use_time ?? null
  return {
    kami: readKami(row.kami),
    type: row.type,
    ...worth,
    markcode,
    // Machine and address are bound together. An address alone binds nothing.
    ...placesOf(markcode === '' ? '' : (row.ip ?? '')),
    useTime,
    unbinds: row.unbinds ?? 0,
    lastUnbind: row.last_unbind ?? null,
    disabled: row.disabled ?? false,
    note: row.note ?? '',
    tags: row.tags ?? [],
    fields: row.fields ?? {},
    seats: row.seats ?? 1,
    agentId: row.agent ?? null,
    batchId: null,
    // The code was used for that trading account on the other server, so it renews no other account here.
    accountKey: useTime === null ? '' : (parseAccountKey(markcode) ?? ''),
    // The code acted on a record on the other server, but not on one here.
    gaveSeconds: null,
    recordEndBefore: null,
    spent: false,
    takenSeconds: null,
    rechargedAccountId: null,
    strippedMachine: '',
  }
}

function placesOf(ip: string): Pick<Code, 'ip' | 'ip6'> {
  return isIpv6Address(ip) ? { ip: '', ip6: networkOf(ip) } : { ip, ip6: '' }
}

function worthOf(row: ImportedCode): Pick<Code, 'seconds' | 'left' | 'endTime'> | string {
  switch (row.type) {
    case 'permanent':
      return { seconds: 0, left: null, endTime: null }
    case 'count':
    case 'points': {
      const left = row.left ?? row.amount ?? undefined
      return left === undefined ? 'left: required' : { seconds: 0, left, endTime: null }
    }
    case 'time':
    case 'vip':
      return spanOf(row, row.type)
  }
}

/** The original writes the end at the first use. A missing end follows from the first use. */
function spanOf(
  { unit, amount, use_time: useTime, end_time: endTime }: ImportedCode,
  type: CodeType,
): Pick<Code, 'seconds' | 'left' | 'endTime'> | string {
  if (unit === undefined || unit === null) {
    if (endTime !== undefined && endTime !== null) {
      return { seconds: Math.max(0, endTime - (useTime ?? endTime)), left: null, endTime }
    }
    return type === 'vip' ? { seconds: 0, left: null, endTime: null } : 'unit: required'
  }
  const seconds = CODE_UNIT_SECONDS[unit] * (amount ?? 1)
  if (seconds === 0) return 'amount: at least 1'
  if (seconds > LONGEST_SECONDS) return 'amount: too long'
  const used = useTime !== undefined && useTime !== null
  return { seconds, left: null, endTime: endTime ?? (used ? useTime + seconds : null) }
}
