import type { GroupActRecord } from '../../contract/records/group-act.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Device } from '../../domain/device/device.ts'

/** An act on a group of trading accounts. Times are Unix seconds. */
export interface GroupAct {
  readonly id: number
  /** The operator whose act it is, or the employer of the member of staff. */
  readonly operatorId: number
  readonly act: GroupActRecord['act']
  readonly group: GroupActRecord['group']
  readonly reason: string
  readonly byId: number
  readonly by: string
  readonly at: number
  readonly accounts: number
  readonly positions: number
  readonly paused: number
  readonly resumedBy: string
  readonly resumedAt: number | null
}

export interface GroupActRepository {
  /** @returns the id of the act */
  insert(act: Omit<GroupAct, 'id' | 'resumedBy' | 'resumedAt'>): Promise<number>
  /**
   * Pauses opening where it isn't paused, and remembers that this act did it. At most some hundred accounts at
   * a time, as in `resume`.
   * @returns the changed accounts
   */
  pause(actId: number, ids: readonly number[]): Promise<Device[]>
  /** Writes how many accounts an act reached. */
  settle(actId: number, done: Pick<GroupAct, 'accounts' | 'positions' | 'paused'>): Promise<void>
  /** The accounts that the act paused and whose switch nobody moved since. */
  pausedBy(actId: number): Promise<number[]>
  /** Resumes opening on accounts that the act paused and whose switch nobody moved since. @returns them */
  resume(actId: number, ids: readonly number[]): Promise<Device[]>
  markResumed(actId: number, by: string, at: number): Promise<void>
  /** With the number of accounts that are still paused by the act. The newest first. */
  list(scope: Scope, limit: number): Promise<(GroupAct & { readonly left: number })[]>
  find(scope: Scope, id: number): Promise<GroupAct | undefined>
}
