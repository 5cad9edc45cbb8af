import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { RecordChoice } from '../../contract/records/code.ts'
import { endOfCode, type Code } from '../code/code.ts'
import type { CodeEdit, EditableCode } from '../code/edit.ts'
import { earlierEnd, isPermanent, laterEnd } from './record.ts'

/** A record's end, Unix seconds. */
export interface RecordEnds {
  readonly vip: number
  /**
   * When another, permanent code made the record permanent: the end that the record has without that code.
   */
  readonly beneath?: number
}

/** The record's ends after an edit of a code that has acted on it. */
export interface RecordFollows extends RecordEnds {
  /** The members to write into the code. */
  readonly note: Partial<Pick<Code, 'gaveSeconds' | 'recordEndBefore' | 'takenSeconds'>>
}

/**
 * The permanent code on top of a code's time, among the others that acted on the record. For a code with an
 * end, it is the permanent code with an end beneath it. For a permanent code, it is one that acted on the
 * already permanent record.
 */
export function coverOf<C extends Pick<Code, 'recordEndBefore'>>(
  { gaveSeconds }: Pick<Code, 'gaveSeconds'>,
  permanents: readonly C[],
): C | undefined {
  const isForEver = gaveSeconds !== null && isPermanent(gaveSeconds)
  return permanents.find(({ recordEndBefore: end }) => (end !== null && isPermanent(end)) === isForEver)
}

type Acted = Pick<Code, 'type' | 'seconds' | 'endTime' | 'gaveSeconds' | 'recordEndBefore' | 'takenSeconds'>

/**
 * How an edit of a code that has acted changes the record. Beneath a permanent code, the edit moves the end
 * that the record gets when that code is refunded. An edit that ends the record still ends it.
 * @returns undefined when the record doesn't change
 */
export function recordAfter(
  code: Code,
  edit: CodeEdit,
  change: Partial<EditableCode>,
  { vip, beneath }: RecordEnds,
  now: number,
): RecordFollows | undefined {
  const endsAll = (edit.kind === 'disable' || edit.kind === 'recycle') && edit.record === 'end'
  if (beneath === undefined || endsAll) return endAfter(code, edit, change, vip, now)
  const follows = endAfter(code, edit, change, beneath, now)
  return follows && { vip, beneath: follows.vip, note: follows.note }
}

function endAfter(
  code: Code,
  edit: CodeEdit,
  change: Partial<EditableCode>,
  vip: number,
  now: number,
): RecordFollows | undefined {
  const after = { ...code, ...change }
  switch (edit.kind) {
    case 'disable':
    case 'recycle':
      return refundRecord(code, vip, edit.record, now)
    case 'enable':
    case 'restore':
      return after.disabled || after.recycledAt !== null ? undefined : giveBack(code, vip, now)
    case 'extend':
    case 'end':
    case 'convert':
      return followEdit(code, after, vip, now)
    default:
      return undefined
  }
}

/**
 * Refunds a code that is disabled or deleted. A refund takes back only once, even when it takes nothing,
 * whatever happens to the code afterwards.
 * @returns undefined when nothing changes
 */
export function refundRecord(
  code: Acted,
  vip: number,
  choice: RecordChoice,
  now: number,
): RecordFollows | undefined {
  const { gaveSeconds, takenSeconds } = code
  if (choice === 'keep' || gaveSeconds === null || takenSeconds !== null) return undefined
  const to = choice === 'end' ? Math.min(vip, now) : endWithout(code, gaveSeconds, vip, now)
  if (to >= vip) return { vip, note: { takenSeconds: 0 } }
  return { vip: to, note: { takenSeconds: isPermanent(vip) ? PERMANENT_VIP : vip - to } }
}

/**
 * When the vendor set another end after a permanent code, the record keeps that end. Otherwise it falls back
 * to the end before the code.
 */
function endWithout({ recordEndBefore }: Acted, gave: number, vip: number, now: number): number {
  if (!isPermanent(gave)) return earlierEnd(vip, gave, now)
  return isPermanent(vip) ? Math.max(now, recordEndBefore ?? 0) : vip
}

/** Undoes a refund when the code is enabled or restored. @returns undefined when no refund took anything */
export function giveBack({ takenSeconds }: Acted, vip: number, now: number): RecordFollows | undefined {
  if (takenSeconds === null) return undefined
  if (takenSeconds === 0) return { vip, note: { takenSeconds: null } }
  // Other codes may have extended the record since. That time is now beneath the permanent code.
  const before = isPermanent(takenSeconds) ? { recordEndBefore: vip } : {}
  return { vip: laterEnd(vip, takenSeconds, now), note: { takenSeconds: null, ...before } }
}

/**
 * Changes the record's end by the same amount as the edited code's time. Only time after now counts. A record
 * that the vendor made permanent stays permanent when a code with an end changes.
 * @returns undefined when the record doesn't change
 */
export function followEdit(before: Acted, after: Acted, vip: number, now: number): RecordFollows | undefined {
  const { gaveSeconds, takenSeconds } = before
  if (gaveSeconds === null) return undefined
  const from = Math.max(endOfCode(before, now), now)
  const to = Math.max(endOfCode(after, now), now)
  if (from === to) return undefined
  // The record's permanent end isn't this code's: the vendor set the end later, or another code made the
  // record permanent.
  const isVoid = isPermanent(from) && !isPermanent(takenSeconds ?? (isPermanent(gaveSeconds) ? vip : 0))
  if (isVoid) return { vip, note: { gaveSeconds: 0 } }
  const gift = { gaveSeconds: editedGift(gaveSeconds, from, to, now) }
  if (takenSeconds !== null)
    return { vip, note: { ...gift, takenSeconds: editedGift(takenSeconds, from, to, now) } }
  const covers = isPermanent(to) && { recordEndBefore: earlierEnd(vip, gaveSeconds, now) }
  return { vip: editedEnd(before, vip, from, to, now), note: { ...gift, ...covers } }
}

/**
 * A permanent code that gets an end counts as if it had this end from the beginning: its time extends the end
 * beneath it.
 */
function editedEnd({ recordEndBefore }: Acted, vip: number, from: number, to: number, now: number): number {
  if (isPermanent(to)) return PERMANENT_VIP
  if (isPermanent(from)) return laterEnd(recordEndBefore ?? 0, to - now, now)
  return to > from ? laterEnd(vip, to - from, now) : earlierEnd(vip, from - to, now)
}

function editedGift(seconds: number, from: number, to: number, now: number): number {
  if (isPermanent(to)) return PERMANENT_VIP
  return isPermanent(from) ? to - now : Math.max(0, seconds + to - from)
}
