import type { Application } from '../../src-server/domain/application/application.ts'
import type { Bus } from '../../src-server/copies/bus.ts'
import { defaultSettings } from '../../src-server/domain/application/create.ts'
import { NO_ANSWER_KEYS } from '../../src-server/domain/application/answer-key.ts'
import { NO_PREVIOUS_KEYS } from '../../src-server/domain/application/keys.ts'
import { newDevice } from '../../src-server/domain/device/device.ts'
import {
  addEvent,
  type RiskEvent,
  type RiskEvents,
  type SummedEvent,
} from '../../src-server/domain/risk/risk-event.ts'
import { MarketBook } from '../../src-server/services/markets/market-book.ts'
import type { Store, Unit, WriteUnit } from '../../src-server/store/store.ts'
import type { LatestPulse } from '../../src-server/store/latest-pulse.ts'
import { DroppedWork } from '../../src-server/telemetry/dropped-work.ts'
import type { LiveDevice } from '../../src-server/telemetry/live-device.ts'
import { DeviceRegistry } from '../../src-server/telemetry/registry.ts'
import { RiskAlerts } from '../../src-server/telemetry/risk-alerts.ts'
import { RiskEventLog } from '../../src-server/telemetry/risk-event-log.ts'
import { ManualClock } from './manual-clock.ts'
import { QUIET_LOG, watchFolder } from './storage-watch.ts'
import { NO_MORE_FIGURES } from './no-more-figures.ts'

const FOREVER = 4_102_243_200
/** Nobody hears of the changes of a registry. */
export const NOBODY = { changed: () => undefined, left: () => undefined, removed: () => undefined }

const STEWARD = { isMine: true, holds: () => true, isIn: () => Promise.resolve(true) }

/** Watches of trading accounts over the real log of events, with lists in place of a disk. */
export class AlertBench {
  readonly clock = new ManualClock(1_700_000_000)
  readonly devices = new DeviceRegistry(() => 1, NOBODY)
  readonly markets = new MarketBook()
  /** The content of the disk. */
  readonly events: RiskEvent[] = []
  alerts: RiskAlerts
  policy: Partial<Application['mt5']> = {}
  #log: RiskEventLog
  #application: Application | undefined

  constructor() {
    this.#log = this.#makeLog()
    this.alerts = this.#makeAlerts()
  }

  /** One application whose administrator is bound to a messenger. */
  get application(): Application {
    const defaults = defaultSettings('Gold Grid')
    const mt5 = {
      ...defaults.mt5,
      enabled: true,
      messengerEnabled: true,
      adminOpenId: 'ou_admin',
      messengerAppId: 'cli_1',
      messengerAppSecret: 'secret',
      ...this.policy,
    }
    const known = this.#application
    if (known !== undefined && JSON.stringify(known.mt5) === JSON.stringify(mt5)) return known
    this.#application = {
      ...defaults,
      appkey: '',
      rc4Key: '',
      ...NO_PREVIOUS_KEYS,
      ...NO_ANSWER_KEYS,
      id: 1,
      ownerId: 1,
      apiTotal: 0,
      demo: false,
      createdAt: 0,
      revision: 0,
      mt5,
    }
    return this.#application
  }

  account(id = 7): LiveDevice {
    const device = { ...newDevice(1, `${id}@Broker-Live`, 0), id, vip: FOREVER, license: '', agentId: null }
    return this.devices.putDevice(device)
  }

  pulse(dd: number, at: number, deviceId = 7): LatestPulse {
    return {
      deviceId,
      at,
      equity: NaN,
      balance: NaN,
      dd,
      positions: NaN,
      buyPos: NaN,
      sellPos: NaN,
      floatPnl: NaN,
      marginLevel: NaN,
      interval: 10,
      symbol: '',
      ip: '',
      ...NO_MORE_FIGURES,
    }
  }

  flush(): Promise<void> {
    return this.#log.flush()
  }

  /** A copy of the server over the same disk. */
  another(bus: Bus, steward = STEWARD): RiskEventLog {
    return this.#makeLog(bus, steward)
  }

  /** The events on disk with an alert. */
  get wanted(): string[] {
    return this.events
      .filter(({ tell }) => tell === 'wanted')
      .map(({ kind, deviceId, at }) => `${kind}:${deviceId}:${at}`)
  }

  /** Nobody gets the messages about the events on disk. */
  settleAll(tell: '' | 'snoozed'): void {
    for (const [index, event] of this.events.entries()) {
      this.#log.settle(event, tell, null)
      this.events[index] = { ...event, tell }
    }
  }

  /** Unflushed data is lost. */
  async reopen(): Promise<void> {
    this.#log = this.#makeLog()
    this.alerts = this.#makeAlerts()
    await this.#log.load()
  }

  /** @param bus over which other copies of the server learn of the events */
  #makeLog(bus?: Bus, steward = STEWARD): RiskEventLog {
    return new RiskEventLog({
      steward,
      bus,
      store: this.#store(),
      clock: this.clock,
      dropped: new DroppedWork(QUIET_LOG),
    })
  }

  #makeAlerts(): RiskAlerts {
    return new RiskAlerts({
      events: this.#log,
      steward: STEWARD,
      applicationOf: () => this.application,
      covers: () => false,
    })
  }

  #store(): Store {
    const unit = {
      risks: {
        addEvents: async (events: readonly RiskEvent[]) => {
          this.events.push(...events)
        },
        events: async () => this.#sums(),
      },
    }
    return {
      read: (work) => work(unit as unknown as Unit),
      write: async (work) => {
        const committed: (() => void)[] = []
        const afterCommit = (callback: () => void) => committed.push(callback)
        const value = await work({ ...unit, afterCommit } as unknown as WriteUnit)
        for (const callback of committed) callback()
        return value
      },
      preview: () => Promise.reject(new Error('nothing is previewed here')),
      size: () => 0,
      condition: watchFolder('/nowhere'),
      onOutgoing: () => undefined,
      onChanged: () => undefined,
      close: async () => undefined,
    }
  }

  #sums(): RiskEvents[] {
    const sums = new Map<string, RiskEvents>()
    for (const event of this.events.filter(isSummed)) {
      const key = `${event.kind}:${event.deviceId}`
      sums.set(key, addEvent(sums.get(key), event))
    }
    return [...sums.values()]
  }
}

function isSummed(event: RiskEvent): event is SummedEvent {
  return event.kind !== 'back'
}
