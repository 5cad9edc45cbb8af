import { CLOSE_OVERDUE_SECONDS } from '../contract/limits.ts'
import type { Clock, Log } from '../contract/ports.ts'
import type { Actor } from '../domain/access/scope.ts'
import { isOpen, type Command } from '../domain/device/command.ts'
import type { Store, WriteUnit } from '../store/store.ts'
import type { LiveDevice } from './live-device.ts'
import type { DeviceRegistry } from './registry.ts'

interface Parts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly clock: Clock
  readonly log: Log
  /** Whether the application asks again by itself when a command is overdue. */
  readonly rearms: (appId: number) => boolean
  /** Notes in the unit of work that somebody asked, or took back; without a person it is the server, which asks again. */
  readonly record: (
    unit: WriteUnit,
    live: LiveDevice,
    command: Command,
    by: Actor | undefined,
  ) => Promise<void>
  /** Told of each transition: the live stream. */
  readonly announce: (live: LiveDevice, command: Command) => void
}

/** `already`: the account has one to deliver. `gone`: it was deleted meanwhile. */
export type Asked = 'asked' | 'already' | 'gone'

/**
 * close_all from the switch to the flat account (protocol.md 8). Every transition is a conditional update on disk before
 * anybody is told of it; memory follows at the commit. So a command asked for survives a crash, and one delivered is
 * never delivered again.
 */
export class CommandLifecycle {
  readonly #parts: Parts
  /** Devices whose command was delivered and not yet confirmed: few, looked at once a second. */
  readonly #awaitingFlat = new Set<LiveDevice>()
  /** Accounts are heard since then, Unix seconds. */
  #hearingSince = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Picks up what was under way when the server stopped. */
  resume(): void {
    this.hear()
    for (const live of this.#parts.registry.all()) {
      if (live.command?.state === 'delivered') this.#awaitingFlat.add(live)
    }
  }

  /** Nobody was heard until now: the server was away, or its machine slept. An account that did as it was told could not say so. */
  hear(): void {
    this.#hearingSince = this.#parts.clock.now()
  }

  async ask(live: LiveDevice, actor: Actor, reason: string): Promise<Asked> {
    return this.#parts.store.write((unit) => this.#ask(unit, live, actor, reason), { durable: true })
  }

  /** @returns false when there was nothing to take back: none asked for, or delivered meanwhile. */
  async withdraw(live: LiveDevice, actor: Actor): Promise<boolean> {
    const { clock, record } = this.#parts
    const withdrawn = await this.#transition(async (unit) => {
      const command = await unit.commands.withdraw(live.device.id, clock.now())
      if (command !== undefined) await record(unit, live, command, actor)
      return command
    })
    return withdrawn !== undefined
  }

  /**
   * A pulse of this account came: hands out the command that waits for it, or notes that the account is flat.
   * @param positions open positions the pulse reports, NaN for none said
   * @returns whether the pulse is answered close_all=1
   */
  onPulse(live: LiveDevice, positions: number, ip: string): boolean | Promise<boolean> {
    const { command } = live
    if (!isOpen(command) || live.commandBusy) return false
    if (command.state === 'asked') return this.#deliver(live, command, positions, ip)
    if (positions === 0) void this.#confirm(live, command)
    return false
  }

  /** Run once a second: what was delivered and isn't flat in time is overdue. */
  async sweep(): Promise<void> {
    const now = this.#parts.clock.now()
    for (const live of this.#awaitingFlat) {
      const { command } = live
      if (command?.state !== 'delivered') this.#awaitingFlat.delete(live)
      else if (now - Math.max(command.deliveredAt ?? now, this.#hearingSince) >= CLOSE_OVERDUE_SECONDS)
        await this.#expire(live, command)
    }
  }

  async #deliver(live: LiveDevice, command: Command, positions: number, ip: string): Promise<boolean> {
    const { clock } = this.#parts
    const by = { at: clock.now(), ip, positions: Number.isNaN(positions) ? null : positions }
    return this.#exclusively(live, async () => {
      const delivered = await this.#transition((unit) => unit.commands.deliver(command.id, by))
      return delivered !== undefined
    })
  }

  async #confirm(live: LiveDevice, command: Command): Promise<void> {
    const { clock, log } = this.#parts
    try {
      await this.#exclusively(live, () =>
        this.#transition((unit) => unit.commands.confirm(command.id, clock.now())),
      )
    } catch (error) {
      // The next pulse without positions tries again.
      log.error('command.confirm', error, { device: live.device.id })
    }
  }

  /** What asks again by itself does so in the same unit of work: a crash between the two would let it be. */
  async #expire(live: LiveDevice, command: Command): Promise<void> {
    const { store, clock, rearms } = this.#parts
    const positions =
      live.pulse === undefined || Number.isNaN(live.pulse.positions) ? null : live.pulse.positions
    await this.#exclusively(live, () =>
      store.write(
        async (unit) => {
          const overdue = await unit.commands.expire(command.id, clock.now(), positions)
          // In the same moment it was confirmed, or taken back.
          if (overdue === undefined) return
          unit.afterCommit(() => {
            this.#follow(overdue)
          })
          if (rearms(live.device.appId)) await this.#ask(unit, live, undefined, command.reason)
        },
        { durable: true },
      ),
    )
  }

  /** @param actor undefined for the server, which asks again */
  async #ask(unit: WriteUnit, live: LiveDevice, actor: Actor | undefined, reason: string): Promise<Asked> {
    if ((await unit.devices.ofIds([live.device.id])).length === 0) return 'gone'
    const { clock, record } = this.#parts
    const command = await unit.commands.ask({
      deviceId: live.device.id,
      reason,
      askedBy: actor?.name ?? 'rearm',
      askedAt: clock.now(),
    })
    if (command === undefined) return 'already'
    await record(unit, live, command, actor)
    unit.afterCommit(() => {
      this.#follow(command)
    })
    return 'asked'
  }

  async #exclusively<T>(live: LiveDevice, work: () => Promise<T>): Promise<T> {
    live.commandBusy = true
    try {
      return await work()
    } finally {
      live.commandBusy = false
    }
  }

  #transition(step: (unit: WriteUnit) => Promise<Command | undefined>): Promise<Command | undefined> {
    return this.#parts.store.write(
      async (unit) => {
        const command = await step(unit)
        if (command !== undefined)
          unit.afterCommit(() => {
            this.#follow(command)
          })
        return command
      },
      { durable: true },
    )
  }

  #follow(command: Command): void {
    const live = this.#parts.registry.putCommand(command)
    if (live === undefined) return
    if (command.state === 'delivered') this.#awaitingFlat.add(live)
    else this.#awaitingFlat.delete(live)
    this.#parts.announce(live, command)
  }
}
