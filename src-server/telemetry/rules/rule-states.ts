import type { LadderState } from '../../domain/rules/rule.ts'
import type { Store } from '../../store/store.ts'

/** The ladders of accounts that have reached a level, in memory. */
export class RuleStates {
  readonly #states = new Map<number, Map<number, LadderState>>()

  async load(store: Store): Promise<void> {
    this.#states.clear()
    for (const { ruleId, deviceId, levels } of await store.read((unit) => unit.rules.states()))
      this.put(ruleId, deviceId, levels)
  }

  of(ruleId: number, deviceId: number): LadderState | undefined {
    return this.#states.get(ruleId)?.get(deviceId)
  }

  put(ruleId: number, deviceId: number, state: LadderState): void {
    const ofRule = this.#states.get(ruleId)
    if (ofRule === undefined) this.#states.set(ruleId, new Map([[deviceId, state]]))
    else ofRule.set(deviceId, state)
  }

  /** Starts a rule anew: its levels changed, or it is gone. */
  drop(ruleId: number): void {
    this.#states.delete(ruleId)
  }

  forgetGone(devices: { get(id: number): unknown }): void {
    for (const ofRule of this.#states.values())
      for (const id of ofRule.keys()) if (devices.get(id) === undefined) ofRule.delete(id)
  }
}
