import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { RecordChoice } from '../../contract/records/code.ts'
import { endOfCode, type Code } from '../code/code.ts'
import type { CodeEdit, EditableCode } from '../code/edit.ts'
import { earlierEnd, isPermanent, laterEnd } from './record.ts'

/** What an edit of a code does to the record that the code acted on. */
export interface RecordFollows {
  /** The record's end afterwards, Unix seconds. */
  readonly vip: number
  /** What the code notes of it. */
  readonly note: Partial<Pick<Code, 'gaveSeconds' | 'recordEndBefore' | 'takenSeconds'>>
}

type Acted = Pick<Code, 'type' | 'seconds' | 'endTime' | 'gaveSeconds' | 'recordEndBefore' | 'takenSeconds'>

/** What an edit of a code that acted makes of the record's end `vip`. @returns undefined where nothing follows */
export function recordAfter(
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

/** A refund: the code is disabled or deleted. Taken once, whatever is done to the code afterwards. @returns undefined where the record stays */
export function refundRecord(
  code: Acted,
  vip: number,
  choice: RecordChoice,
  now: number,
): RecordFollows | undefined {
  const { gaveSeconds, takenSeconds } = code
  if (choice === 'keep' || gaveSeconds === null || takenSeconds !== null) return undefined
  const to = choice === 'end' ? Math.min(vip, now) : endWithout(code, gaveSeconds, vip, now)
  if (to >= vip) return undefined
  return { vip: to, note: { takenSeconds: isPermanent(vip) ? PERMANENT_VIP : vip - to } }
}

/** A record that the vendor gave another end after a permanent code has lost nothing of that code's time but what lies ahead. */
function endWithout({ recordEndBefore }: Acted, gave: number, vip: number, now: number): number {
  if (!isPermanent(gave)) return earlierEnd(vip, gave, now)
  return isPermanent(vip) ? Math.max(now, recordEndBefore ?? 0) : vip
}

/** The code is enabled or restored: what a refund took comes back. @returns undefined where nothing was taken */
export function giveBack({ takenSeconds }: Acted, vip: number, now: number): RecordFollows | undefined {
  if (takenSeconds === null) return undefined
  return { vip: laterEnd(vip, takenSeconds, now), note: { takenSeconds: null } }
}

/**
 * The code's time is edited: the record's end changes by the same amount. Only time ahead of now counts. A record that the vendor
 * made permanent stays so when a code with an end changes. @returns undefined where the record stays
 */
export function followEdit(before: Acted, after: Acted, vip: number, now: number): RecordFollows | undefined {
  const { gaveSeconds, takenSeconds } = before
  if (gaveSeconds === null) return undefined
  const from = Math.max(endOfCode(before, now), now)
  const to = Math.max(endOfCode(after, now), now)
  if (from === to) return undefined
  if (takenSeconds !== null) return { vip, note: { takenSeconds: editedGift(takenSeconds, from, to, now) } }
  return { vip: editedEnd(vip, from, to, now), note: noteEdit(gaveSeconds, vip, from, to, now) }
}

function editedEnd(vip: number, from: number, to: number, now: number): number {
  if (isPermanent(to)) return PERMANENT_VIP
  if (isPermanent(from)) return isPermanent(vip) ? to : vip
  return to > from ? laterEnd(vip, to - from, now) : earlierEnd(vip, from - to, now)
}

function noteEdit(gave: number, vip: number, from: number, to: number, now: number): RecordFollows['note'] {
  const gaveSeconds = editedGift(gave, from, to, now)
  return isPermanent(to) ? { gaveSeconds, recordEndBefore: earlierEnd(vip, gave, now) } : { gaveSeconds }
}

function editedGift(seconds: number, from: number, to: number, now: number): number {
  if (isPermanent(to)) return PERMANENT_VIP
  return isPermanent(from) ? to - now : Math.max(0, seconds + to - from)
}
