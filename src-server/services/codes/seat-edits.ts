import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import { isFull, type SeatsDecision } from '../../domain/code/seat-edit.ts'
import type { CodeSeat } from '../../domain/code/seats.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import type { Followed } from './code-records.ts'

/** The seats of codes, by the codes' numbers. */
export type UsedSeats = ReadonlyMap<number, readonly CodeSeat[]>

/** A code with one seat has none of its own. */
export async function seatsOf(unit: Unit, codes: readonly Code[]): Promise<UsedSeats> {
  const several = codes.filter(({ seats }) => seats > 1).map(({ id }) => id)
  if (several.length === 0) return new Map()
  return Map.groupBy(await unit.codeSeats.ofCodes(several), ({ codeId }) => codeId)
}

export interface EditOfSeats {
  readonly code: Code
  readonly decision: Extract<SeatsDecision, { outcome: 'changed' }>
  /** The seats before the edit. */
  readonly used: readonly CodeSeat[]
  /** The records of the changed seats after the edit, in the order of the seats. */
  readonly records: readonly (Followed | undefined)[]
}

/** Writes an edit into the seats of codes, in the codes' unit of work. */
export async function editSeats(
  unit: WriteUnit,
  edit: CodeEdit,
  edited: readonly EditOfSeats[],
): Promise<void> {
  const put = edited.flatMap(({ code: { id: codeId, appId }, decision }) =>
    decision.put === undefined ? [] : [{ ...decision.put, codeId, appId }],
  )
  if (put.length > 0) await unit.codeSeats.put(put)
  const removed = edited.flatMap(({ decision: { remove } }) => remove?.id ?? [])
  if (removed.length > 0) await unit.codeSeats.remove(removed)
  const states = edited.flatMap(({ decision, records }) =>
    decision.seats.flatMap(({ seat, change: { endTime } }, at) => {
      const members = { ...(endTime !== undefined && { endTime }), ...records[at]?.note }
      return Object.keys(members).length === 0 ? [] : [{ ...seat, ...members }]
    }),
  )
  if (states.length > 0) await unit.codeSeats.edit(states)
  const settled = edited
    .filter(({ decision }) => decision.seats.length > 0 || edit.kind === 'seats')
    .map(({ code, used }) => ({ codeId: code.id, wasFull: isFull(code, used) }))
  if (settled.length > 0) await unit.codeSeats.settle(settled)
}
