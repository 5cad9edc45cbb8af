import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { RecordChoice } from '../../contract/records/code.ts'
import { endOfCode, type Code } from '../code/code.ts'
import type { CodeEdit, EditableCode } from '../code/edit.ts'
import { earlierEnd, isPermanent, laterEnd } from './record.ts'

/** A record's end; Unix seconds. */
export interface RecordEnds {
  readonly vip: number
  /** Where another, permanent code made it permanent: the end that the record has without that code. */
  readonly beneath?: number
}

/** The record's ends after an edit of a code that acted on it. */
export interface RecordFollows extends RecordEnds {
  /** The members that the code writes down. */
  readonly note: Partial<Pick<Code, 'gaveSeconds' | 'recordEndBefore' | 'takenSeconds'>>
}

/**
 * The permanent code that covers what a code gave: of the others that acted on the record, the one with an end beneath it for a
 * code with an end; for a permanent code, one that lies on it.
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
 * What an edit of a code that acted makes of the record. Beneath a permanent code the edit moves the end that comes to light
 * when that code is refunded; ending the record ends it all the same. @returns undefined where nothing follows
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
 * A refund: the code is disabled or deleted. It takes once, and be it nothing, whatever is done to the code afterwards.
 * @returns undefined where nothing is to be noted
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

/** A record that the vendor gave another end after a permanent code has lost nothing of that code's time but what lies ahead. */
function endWithout({ recordEndBefore }: Acted, gave: number, vip: number, now: number): number {
  if (!isPermanent(gave)) return earlierEnd(vip, gave, now)
  return isPermanent(vip) ? Math.max(now, recordEndBefore ?? 0) : vip
}

/** The code is enabled or restored: what a refund took comes back. @returns undefined where nothing was taken */
export function giveBack({ takenSeconds }: Acted, vip: number, now: number): RecordFollows | undefined {
  if (takenSeconds === null) return undefined
  if (takenSeconds === 0) return { vip, note: { takenSeconds: null } }
  // Codes may have lengthened the record meanwhile: that time is beneath the permanent code now.
  const before = isPermanent(takenSeconds) ? { recordEndBefore: vip } : {}
  return { vip: laterEnd(vip, takenSeconds, now), note: { takenSeconds: null, ...before } }
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
  // Nothing for ever is the code's: the vendor gave the record its end after it, or another code made the record permanent.
  const isVoid = isPermanent(from) && !isPermanent(takenSeconds ?? (isPermanent(gaveSeconds) ? vip : 0))
  if (isVoid) return { vip, note: { gaveSeconds: 0 } }
  const gift = { gaveSeconds: editedGift(gaveSeconds, from, to, now) }
  if (takenSeconds !== null)
    return { vip, note: { ...gift, takenSeconds: editedGift(takenSeconds, from, to, now) } }
  const covers = isPermanent(to) && { recordEndBefore: earlierEnd(vip, gaveSeconds, now) }
  return { vip: editedEnd(before, vip, from, to, now), note: { ...gift, ...covers } }
}

/** A permanent code that gets an end gave as much as one that had it from the beginning: it adds to the end beneath. */
function editedEnd({ recordEndBefore }: Acted, vip: number, from: number, to: number, now: number): number {
  if (isPermanent(to)) return PERMANENT_VIP
  if (isPermanent(from)) return laterEnd(recordEndBefore ?? 0, to - now, now)
  return to > from ? laterEnd(vip, to - from, now) : earlierEnd(vip, from - to, now)
}

function editedGift(seconds: number, from: number, to: number, now: number): number {
  if (isPermanent(to)) return PERMANENT_VIP
  return isPermanent(from) ? to - now : Math.max(0, seconds + to - from)
}
