import { CONSOLE } from '../../contract/error-codes.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Clock, Log, Random } from '../../contract/ports.ts'
import type { DemoLanguage } from '../../contract/preference-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { demoTrader, firstDemoFigures, nextDemoFigures } from '../../domain/demo/demo-market.ts'
import { deviceState, newDevice } from '../../domain/device/device.ts'
import type { Store } from '../../store/store.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { LiveStream } from '../../telemetry/live-stream.ts'
import { recordPulse } from '../../telemetry/pulse-recorder.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { WriteBehind } from '../../telemetry/write-behind.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Applications } from '../applications/applications.ts'
import type { SharedPulses } from '../devices/shared-pulses.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly writeBehind: WriteBehind
  readonly sharedPulses: Pick<SharedPulses, 'add'>
  readonly stream: LiveStream
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const DEMO_ACCOUNTS = 24
/** Each account reports once in so many turns of the chore. */
const TURNS = 4
const FIRST_LOGIN = 7_001_001
/** An address of no machine (RFC 5737). */
const ADDRESS = '192.0.2.24'
const WORDS: Readonly<Record<DemoLanguage, { readonly app: string; readonly label: string }>> = {
  en: { app: 'Demo accounts', label: 'Demo' },
  'zh-CN': { app: '演示账户', label: '演示' },
}

/**
 * Trading accounts that move by themselves, for a person who tries the product. They belong to one application that is
 * marked as a demo: programs can't call it, and alerts, risks and figures leave it out.
 */
export class DemoAccounts {
  readonly #parts: Parts
  #app: number | undefined
  #turn = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#look()
    parts.registry.onChange(() => {
      this.#look()
    })
  }

  /** The application of the demo accounts, where there is one. */
  get current(): { readonly app: number; readonly accounts: number } | null {
    return this.#app === undefined ? null : { app: this.#app, accounts: this.#accounts().length }
  }

  /** @throws Refused 409 where there are demo accounts already */
  async start(actor: Actor, language: DemoLanguage): Promise<{ app: number; accounts: number }> {
    const { applications, store, clock } = this.#parts
    const words = WORDS[language]
    const { app } = await applications.createDemo(actor, words.app)
    const now = clock.now()
    await store.write(
      async (unit) => {
        for (let index = 0; index < DEMO_ACCOUNTS; index++) {
          const made = await unit.devices.insert({
            ...newDevice(app, `${FIRST_LOGIN + index * 37}@Pulsekey-Demo`, now),
            label: `${words.label} ${String(index + 1).padStart(2, '0')}`,
            license: 'demo',
            vip: PERMANENT_VIP,
            agentId: null,
          })
          if (made !== undefined) unit.changed('device', made.id, made)
        }
      },
      { durable: true },
    )
    // The board moves at once.
    for (let turn = 0; turn < TURNS; turn++) this.move()
    return { app, accounts: DEMO_ACCOUNTS }
  }

  /** Deletes the demo accounts with their application. @throws Refused 404 */
  async end(actor: Actor): Promise<void> {
    if (this.#app === undefined) throw new Refused(CONSOLE.notFound, 'There are no demo accounts')
    await this.#parts.applications.delete(actor, this.#app)
  }

  /** Runs once a second: a quarter of the accounts report. Without demo accounts nothing happens. */
  move(): void {
    if (this.#app === undefined) return
    const turn = this.#turn++ % TURNS
    for (const [index, live] of this.#accounts().entries())
      if (index % TURNS === turn) this.#report(live, index)
  }

  #report(live: LiveDevice, index: number): void {
    const { commands, writeBehind, sharedPulses, stream, clock, random, log } = this.#parts
    const { device, command, pulse } = live
    const now = clock.now()
    if (deviceState(device, now) !== 'active') return
    const closing = command !== undefined && ['delivered', 'overdue', 'unreported'].includes(command.state)
    const switches = { pauseOpen: device.pauseOpen, pauseAdd: device.pauseAdd, closing }
    const trader = demoTrader(index)
    const figures =
      pulse === undefined
        ? firstDemoFigures(trader, random)
        : nextDemoFigures(trader, pulse, switches, random)
    const reported = recordPulse(live, figures, ADDRESS, now)
    writeBehind.add(reported)
    sharedPulses.add(reported)
    stream.pulsed(live)
    const taken = commands.onPulse(live, openPositions(figures), ADDRESS)
    if (taken instanceof Promise)
      taken.catch((error: unknown) => {
        log.error('demo.command', error)
      })
  }

  #accounts(): LiveDevice[] {
    return this.#app === undefined ? [] : this.#parts.devices.ofApplication(this.#app)
  }

  #look(): void {
    this.#app = undefined
    for (const { settings } of this.#parts.registry.all()) if (settings.demo) this.#app = settings.id
  }
}
