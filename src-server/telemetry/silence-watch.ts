import type { CurrentMarkets } from '../contract/markets/markets.ts'
import type { Application } from '../domain/application/application.ts'
import { authorize } from '../domain/device/authorization.ts'
import type { RiskEvents } from '../domain/risk/risk-event.ts'
import {
  isSilent,
  OLD_SILENCE_SECONDS,
  RETURN_SECONDS,
  type SilenceWatching,
} from '../domain/risk/silence.ts'
import { AccountSlices } from './account-slices.ts'
import type { LiveDevice } from './live-device.ts'
import type { DeviceRegistry } from './registry.ts'
import type { RiskAlerts } from './risk-alerts.ts'

interface Applications {
  all(): Iterable<{ readonly settings: Application }>
}

interface Watched extends SilenceWatching {
  readonly application: Application
}

/** Before the first watch of this process. */
export const NOT_WATCHING: SilenceWatching = { since: 0, notBefore: 0 }

/**
 * Records accounts that are silent while the market of their symbol is open, with one alert for each silence, and sends
 * another when they are back. A pulse costs one look-up in a map, which is empty while no account is silent.
 */
export class SilenceWatch {
  readonly #alerts: RiskAlerts
  readonly #markets: CurrentMarkets
  /** The last pulse of each silent account before its silence, Unix seconds. */
  readonly #silences = new Map<number, number>()
  /** The silences with an alert that had ended before the watch began. */
  #ended: RiskEvents[] = []
  /** The applications that want these alerts. */
  #watched: ReadonlyMap<number, Watched> = new Map()
  readonly #slices = new AccountSlices()
  /** Nobody is taken for silent before then, Unix seconds. */
  #heldUntil = 0
  #began = NOT_WATCHING
  #isFirst = true

  constructor(alerts: RiskAlerts, markets: CurrentMarkets) {
    this.#alerts = alerts
    this.#markets = markets
  }

  /** Continues where the server stopped: a silence that lasts causes no second alert. */
  resume(devices: DeviceRegistry, now: number): void {
    this.#began = watchingAgain(devices, now, this.#began)
    this.#isFirst = true
    this.#watched = new Map()
    this.#silences.clear()
    this.#ended = []
    for (const event of this.#alerts.events.all()) {
      const { kind, deviceId, at, value } = event
      const pulse = devices.get(deviceId)?.pulse
      if (kind !== 'silent' || pulse === undefined) continue
      if (pulse.at <= (value ?? at)) this.#silences.set(deviceId, value ?? pulse.at)
      else if (event.toldAt !== null) this.#ended.push(event)
    }
  }

  /** The silences that had ended when the watch began: perhaps nobody has told that these accounts are back. */
  takeEnded(): readonly RiskEvents[] {
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  /** Tells that an account is back whose silence had ended. */
  end(live: LiveDevice, silence: RiskEvents, now: number): void {
    this.#alerts.raiseBack(live, silence, silence.value ?? silence.at, now)
  }

  /** After the machine slept: the server couldn't receive pulses, so this time is no silence. */
  woke(now: number): void {
    const since = now + RETURN_SECONDS
    this.#began = { ...this.#began, since }
    this.#watched = new Map([...this.#watched].map(([app, watched]) => [app, { ...watched, since }]))
  }

  /** Pulses that other copies of the server received may be missing here until the accounts pulse again. */
  missed(now: number): void {
    this.#heldUntil = now + RETURN_SECONDS
  }

  onPulse(live: LiveDevice, now: number): void {
    if (this.#silences.size === 0) return
    const heardAt = this.#silences.get(live.device.id)
    if (heardAt === undefined) return
    this.#silences.delete(live.device.id)
    this.#alerts.raiseBack(live, this.#alerts.events.of('silent', live.device.id), heardAt, now)
  }

  /** Runs once a second: checks a slice of all accounts. */
  sweep(devices: DeviceRegistry, applications: Applications, now: number): void {
    this.#look(applications, now)
    if (this.#watched.size === 0 || now < this.#heldUntil) return
    for (const live of this.#slices.next(devices)) this.#judge(live, now)
  }

  /** Runs now and then: forgets deleted accounts, which never come back. */
  forgetGone(devices: Pick<DeviceRegistry, 'get'>): void {
    for (const id of this.#silences.keys()) if (devices.get(id) === undefined) this.#silences.delete(id)
  }

  #judge(live: LiveDevice, now: number): void {
    const { device, pulse } = live
    const watched = this.#watched.get(device.appId)
    if (watched === undefined || pulse === undefined || this.#silences.has(device.id)) return
    const { application } = watched
    const threshold = application.mt5.silenceAlert
    const market = () => this.#markets.current.of(device.accountKey, pulse, now)
    if (!isSilent(pulse.at, threshold, watched, now, market)) return
    if (authorize(application, device, now) !== 'authorized' || this.#alerts.covers(live, 'silence')) return
    const event = { kind: 'silent', at: now, value: pulse.at, threshold } as const
    this.#alerts.raise(live, event, { kind: 'silent', at: now, heardAt: pulse.at })
    this.#silences.set(device.id, pulse.at)
  }

  /** Updates the applications that want these alerts, and since when. */
  #look(applications: Applications, now: number): void {
    const watched = new Map<number, Watched>()
    for (const { settings: application } of applications.all()) {
      if (application.mt5.silenceAlert === 0) continue
      const known = this.#watched.get(application.id)
      const began =
        known ?? (this.#isFirst ? this.#began : { since: now, notBefore: now - OLD_SILENCE_SECONDS })
      watched.set(application.id, { ...began, application })
    }
    this.#watched = watched
    this.#isFirst = false
  }
}

/**
 * The watch after the server's absence. A silence that began meanwhile is news, however long the absence was, and counts
 * from the server's return on.
 * @param before of this process, which received pulses since then: another copy of the server watched until now
 */
export function watchingAgain(
  devices: Pick<DeviceRegistry, 'all'>,
  now: number,
  before: SilenceWatching,
): SilenceWatching {
  let heardAt = 0
  for (const { pulse } of devices.all()) heardAt = Math.max(heardAt, pulse?.at ?? 0)
  const since = before === NOT_WATCHING ? now + RETURN_SECONDS : before.since
  return { since, notBefore: Math.min(heardAt, now) - OLD_SILENCE_SECONDS }
}
