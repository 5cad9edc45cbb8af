import type { Device } from '../../domain/device/device.ts'
import type { LadderState } from '../../domain/rules/rule.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../registry.ts'
import { isSameAccount } from './same-account.ts'

interface Kept {
  /** The account whose ladder it is. The record may move to another one. */
  readonly accountKey: string
  readonly levels: LadderState
}

type Account = Pick<Device, 'id' | 'accountKey'>

/** The ladders of accounts that have reached a level, in memory. */
export class RuleStates {
  readonly #states = new Map<number, Map<number, Kept>>()
  /** The rules that started anew since the begin of the last load. */
  #dropped = new Set<number>()

  async load(store: Pick<Store, 'read'>, devices: Pick<DeviceRegistry, 'get'>): Promise<void> {
    this.#dropped = new Set()
    const stored = await store.read((unit) => unit.rules.states())
    this.#states.clear()
    for (const { ruleId, deviceId, levels } of stored) {
      const live = devices.get(deviceId)
      if (live !== undefined && !this.#dropped.has(ruleId)) this.put(ruleId, live.device, levels)
    }
  }

  of(ruleId: number, { id }: Account): LadderState | undefined {
    return this.#states.get(ruleId)?.get(id)?.levels
  }

  /** Whether the ladder is another trading account's. */
  isOfAnother(ruleId: number, { id, accountKey }: Account): boolean {
    const kept = this.#states.get(ruleId)?.get(id)
    return kept !== undefined && !isSameAccount(kept.accountKey, accountKey)
  }

  put(ruleId: number, { id, accountKey }: Account, levels: LadderState): void {
    const ofRule = this.#states.get(ruleId)
    const kept = { accountKey, levels }
    if (ofRule === undefined) this.#states.set(ruleId, new Map([[id, kept]]))
    else ofRule.set(id, kept)
  }

  /** Starts a rule anew: its levels changed, or it is gone. */
  drop(ruleId: number): void {
    this.#dropped.add(ruleId)
    this.#states.delete(ruleId)
  }

  forgetGone(devices: { get(id: number): unknown }): void {
    for (const ofRule of this.#states.values())
      for (const id of ofRule.keys()) if (devices.get(id) === undefined) ofRule.delete(id)
  }
}
