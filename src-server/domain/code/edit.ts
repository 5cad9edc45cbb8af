import type { PlainEdit } from '../../contract/code-names.ts'
import { isDeepStrictEqual } from 'node:util'
import { MAX_TAGS, PERMANENT_VIP } from '../../contract/limits.ts'
import type { CodeType, RecordChoice } from '../../contract/records/code.ts'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import type { Known } from '../access/known.ts'
import { valuesAfter } from '../grouping/values.ts'
import { tagsAfter, type TagChange } from '../grouping/tags.ts'
import { hasSpan, type Code } from './code.ts'
import { isDebugCode } from './generate.ts'

/** Edits that sellers make to one code or to many. */
export type CodeEdit =
  | { readonly kind: 'enable' | PlainEdit }
  /** `record` decides about the time that the code gave to a trading account's record. */
  | { readonly kind: 'disable' | 'recycle'; readonly record: RecordChoice }
  /** Longer, or shorter when negative. */
  | { readonly kind: 'extend'; readonly seconds: number }
  | { readonly kind: 'end'; readonly endTime: number }
  | {
      readonly kind: 'convert'
      readonly type: CodeType
      readonly seconds: number
      readonly left: number | null
    }
  | { readonly kind: 'attribute'; readonly agentId: Known<'agent'> | null }
  | { readonly kind: 'note'; readonly note: string }
  | { readonly kind: 'tags'; readonly tags: TagChange }
  | { readonly kind: 'seats'; readonly seats: number }
  /** Values of custom fields, all of which belong to one owner. */
  | { readonly kind: 'fields'; readonly ownerId: number; readonly values: CustomValues }

/** The members an edit may change. */
export type EditableCode = Pick<
  Code,
  | 'type'
  | 'seconds'
  | 'left'
  | 'markcode'
  | 'ip'
  | 'ip6'
  | 'endTime'
  | 'disabled'
  | 'note'
  | 'tags'
  | 'fields'
  | 'seats'
  | 'agentId'
  | 'recycledAt'
  | 'gaveSeconds'
  | 'recordEndBefore'
  | 'takenSeconds'
  | 'accountKey'
  | 'spent'
>

/** Why a code stays unchanged. */
export type EditRefusal =
  | 'recycled'
  | 'not_recycled'
  /** The code is already in that state. */
  | 'same'
  /** The code has no end to move. */
  | 'endless'
  | 'ended'
  | 'too_short'
  | 'too_long'
  /** The code recharged a user account. */
  | 'spent'
  | 'not_bound'
  /** The code was used for a trading account and belongs to it. The account can be rebound instead. */
  | 'account'
  /** Debug codes are internal and never sold (the specification, Authorization code). */
  | 'debug'
  | 'too_many_tags'
  /** The code's owner doesn't have the field. */
  | 'no_field'
  /** The application allows one trading account for a code. */
  | 'one_account'
  /** More trading accounts use the code than it would have seats. */
  | 'too_few_seats'

export type EditDecision =
  | { readonly outcome: 'changed'; readonly change: Partial<EditableCode> }
  | { readonly outcome: EditRefusal }

const changed = (change: Partial<EditableCode>): EditDecision => ({ outcome: 'changed', change })
const left = (outcome: EditRefusal): EditDecision => ({ outcome })

/** Decides an edit of one code at `now`, Unix seconds. A bulk edit makes this decision for each code. */
export function decideEdit(code: Code, edit: CodeEdit, now: number): EditDecision {
  if (edit.kind === 'restore') {
    return code.recycledAt === null ? left('not_recycled') : changed({ recycledAt: null })
  }
  if (edit.kind === 'purge') return code.recycledAt === null ? left('not_recycled') : changed({})
  if (code.recycledAt !== null) return left('recycled')
  switch (edit.kind) {
    case 'recycle':
      return changed({ recycledAt: now })
    case 'disable':
      return code.disabled ? left('same') : changed({ disabled: true })
    case 'enable':
      return code.disabled ? changed({ disabled: false }) : left('same')
    case 'note':
      return code.note === edit.note ? left('same') : changed({ note: edit.note })
    case 'tags':
      return setTags(code, edit.tags)
    case 'seats':
      return left('recycled')
    case 'fields': {
      const fields = valuesAfter(code.fields, edit.values)
      return isDeepStrictEqual(fields, code.fields) ? left('same') : changed({ fields })
    }
    case 'attribute':
      if (edit.agentId !== null && isDebugCode(code.kami)) return left('debug')
      return code.agentId === edit.agentId ? left('same') : changed({ agentId: edit.agentId })
    case 'unbind':
      // An operator's unbind costs nothing, and doesn't count against the limits of the client's own unbinds.
      if (code.accountKey !== '') return left('account')
      return code.markcode === '' ? left('not_bound') : changed({ markcode: '', ip: '', ip6: '' })
    case 'extend':
      return extend(code, edit.seconds, now)
    case 'end':
      return setEnd(code, edit.endTime)
    case 'convert':
      return convert(code, edit, now)
  }
}

/**
 * Before the first use, changes the duration. After it, changes the end: an extension of an ended code counts
 * from now, and a reduction leaves an end no earlier than now.
 */
function extend(code: Code, by: number, now: number): EditDecision {
  if (code.rechargedAccountId !== null) return left('spent')
  if (!hasSpan(code)) return left('endless')
  if (code.endTime === null) {
    const seconds = code.seconds + by
    if (seconds <= 0) return left('too_short')
    return seconds > PERMANENT_VIP ? left('too_long') : changed({ seconds })
  }
  if (by < 0) {
    if (code.endTime <= now) return left('ended')
    return changed({ endTime: Math.max(code.endTime + by, now) })
  }
  if (code.endTime >= PERMANENT_VIP) return left('endless')
  return changed({ endTime: Math.min(Math.max(code.endTime, now) + by, PERMANENT_VIP) })
}

/** An exact end takes effect at once, used or not. */
function setEnd(code: Code, endTime: number): EditDecision {
  if (code.rechargedAccountId !== null) return left('spent')
  if (code.type !== 'time' && code.type !== 'vip') return left('endless')
  return code.endTime === endTime ? left('same') : changed({ endTime })
}

/** A used code continues as the new type. Its new time begins now. */
function convert(code: Code, to: Extract<CodeEdit, { kind: 'convert' }>, now: number): EditDecision {
  if (code.rechargedAccountId !== null) return left('spent')
  const { type, seconds, left: uses } = to
  const isUnused = code.useTime === null
  const endTime = isUnused || seconds === 0 ? null : Math.min(now + seconds, PERMANENT_VIP)
  const isSame =
    isUnused && code.type === type && code.seconds === seconds && code.left === uses && code.endTime === null
  return isSame ? left('same') : changed({ type, seconds, left: uses, endTime })
}

function setTags(code: Code, change: TagChange): EditDecision {
  const tags = tagsAfter(code.tags, change)
  if (tags.length > MAX_TAGS) return left('too_many_tags')
  return isDeepStrictEqual(tags, code.tags) ? left('same') : changed({ tags })
}
