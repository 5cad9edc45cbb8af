import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import { isFull, type SeatsDecision } from '../../domain/code/seat-edit.ts'
import type { CodeSeat } from '../../domain/code/seats.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import type { CodeRecords } from './code-records.ts'

/** The seats of codes, by the codes' numbers. A code with one seat has none of its own. */
export async function seatsOf(
  unit: Unit,
  codes: readonly Code[],
): Promise<ReadonlyMap<number, readonly CodeSeat[]>> {
  const several = codes.filter(({ seats }) => seats > 1).map(({ id }) => id)
  if (several.length === 0) return new Map()
  return Map.groupBy(await unit.codeSeats.ofCodes(several), ({ codeId }) => codeId)
}

interface EditOfSeats {
  readonly code: Code
  readonly edit: CodeEdit
  readonly decision: Extract<SeatsDecision, { outcome: 'changed' }>
  /** The seats before the edit. */
  readonly used: readonly CodeSeat[]
}

/**
 * Writes an edit into the seats of a code and the records of their accounts, in the code's unit of work.
 * @returns the seconds by which the records' ends moved
 */
export async function editSeats(
  unit: WriteUnit,
  records: CodeRecords,
  { code, edit, decision, used }: EditOfSeats,
  now: number,
  cause: Parameters<CodeRecords['follow']>[3],
): Promise<number> {
  const { seats, put, remove } = decision
  if (put !== undefined) await unit.codeSeats.put([{ ...put, codeId: code.id, appId: code.appId }])
  if (remove !== undefined) await unit.codeSeats.remove(remove.id)
  let by = 0
  for (const { seat, code: own, change } of seats) {
    const follows = await records.follow(unit, { code: own, edit, change }, now, cause)
    const { endTime } = change
    await unit.codeSeats.edit(seat.id, { ...(endTime !== undefined && { endTime }), ...follows?.note })
    by += follows?.by ?? 0
  }
  if (seats.length > 0 || edit.kind === 'seats') await unit.codeSeats.settle(code.id, isFull(code, used))
  return by
}
