import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { RiskItem } from '../../src-server/contract/actions/risks.ts'
import type { RuleRecord } from '../../src-server/contract/records/rule.ts'
import { ruleInput } from '../support/rule-input.ts'
import type { Params } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'
import { RiskWorld } from './risk-world.ts'

/** A trading account that sends pulses, and the firings about it. */
export interface RuledAccount {
  readonly id: number
  readonly key: string
  /** Sends a pulse. @returns pause_add, pause_open and close_all of the answer */
  pulse(said: Params, from?: string): Promise<unknown[]>
  /** A pulse with this drawdown from a balance of 10,000. */
  falls(percent: number): Promise<unknown[]>
  firings(): Promise<RiskItem[]>
  /** The newest firing, once it has this act. */
  firing(act: string): Promise<RiskItem>
}

/** An application with rules, in a world with two developers. */
export class RuleWorld {
  readonly world: RiskWorld
  #app = 0

  private constructor(world: RiskWorld) {
    this.world = world
  }

  static async start(): Promise<RuleWorld> {
    return new RuleWorld(await RiskWorld.start())
  }

  /** Goes on with a new application. */
  async renew(): Promise<void> {
    this.#app = await this.world.application()
  }

  get app(): number {
    return this.#app
  }

  get now(): number {
    return this.world.server.clock.now()
  }

  pass(seconds: number): void {
    this.world.server.clock.pass(seconds)
  }

  async restart(): Promise<void> {
    await this.world.server.close()
    await this.world.reopen()
  }

  /** A rule of the application. */
  save(members: Partial<ActionInput<'rule_save'>>): Promise<RuleRecord> {
    return this.world.developer.call('rule_save', ruleInput({ app: this.#app, ...members }))
  }

  async account(members: { agent?: number; vip?: number } = {}): Promise<RuledAccount> {
    const { world } = this
    const app = this.#app
    const { id, key } = await world.device(app)
    if (Object.keys(members).length > 0) await world.developer.call('device_update', { id, ...members })
    const pulse = async (said: Params, from?: string) => {
      const answer = await world.tell(app, key, said, from)
      return [answer['pause_add'], answer['pause_open'], answer['close_all']]
    }
    const firings = async () => (await world.of(app, 'rule')).filter(({ subject_id: of }) => of === id)
    return {
      id,
      key,
      pulse,
      falls: (percent) => pulse({ equity: 10_000 - percent * 100, balance: 10_000, positions: 3 }),
      firings,
      firing: (act) =>
        until(
          async () => (await firings()).find(({ facts }) => facts['act'] === act),
          `a firing with ${act}`,
        ),
    }
  }
}
