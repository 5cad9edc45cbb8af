import type { Application } from '../../domain/application/application.ts'
import { FREE_LICENSE } from '../../domain/device/record.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { NetworkAllowance } from '../network-allowance.ts'

const HOUR = 3600
const DAY = 86_400
/** Trials, and records of free mode, that one network begins in an application in an hour. */
export const MOST_TRIALS = 20
export const MOST_FREE = 200

/** Anybody may call mt5logon without a signature. So the records that strangers can create by it have limits. */
export class NewRecordLimits {
  readonly #counters: Counters
  readonly #trials: NetworkAllowance
  readonly #free: NetworkAllowance
  readonly #ofApplication: Allowance

  constructor(counters: Counters) {
    this.#counters = counters
    this.#trials = new NetworkAllowance(counters, 'trials', MOST_TRIALS, HOUR)
    this.#free = new NetworkAllowance(counters, 'records of free mode', MOST_FREE, HOUR)
    this.#ofApplication = counters.allow('trials of an application', Infinity, DAY)
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): NewRecordLimits {
    return new NewRecordLimits(this.#counters.fork())
  }

  /** Takes one. @returns false when none is left for the network, or for the application in this day */
  async take({ id, mt5 }: Application, license: string, ip: string, now: number): Promise<boolean> {
    if (license === FREE_LICENSE) return this.#free.takeTogether(id, ip, now)
    const most = mt5.trialsADay
    if (this.#ofApplication.isUsedUp(String(id), now, most)) return false
    if (!(await this.#trials.takeTogether(id, ip, now))) return false
    if (await this.#ofApplication.takeTogether(String(id), now, most)) return true
    this.#trials.giveBack(id, ip, now)
    return false
  }

  /** Gives back one for which no record was created. */
  giveBack({ id }: Application, license: string, ip: string, now: number): void {
    if (license === FREE_LICENSE) {
      this.#free.giveBack(id, ip, now)
      return
    }
    this.#trials.giveBack(id, ip, now)
    this.#ofApplication.giveBack(String(id), now)
  }
}
