import { CLOSE_OVERDUE_SECONDS, LATE_REPORT_SECONDS } from '../contract/limits.ts'
import { openPositions } from '../contract/open-positions.ts'
import {
  isExhausted,
  isOpen,
  leavesToAnother,
  receiversBefore,
  type AskedCommand,
  type Command,
} from '../domain/device/command.ts'
import { knownFigure } from '../domain/device/known-figure.ts'
import { slicesOf, TOGETHER } from '../store/slices-of.ts'
import type { WriteOptions, WriteUnit } from '../store/store.ts'
import { ordersTo, type ChangedCommand, type CommandOrder, type CommandParts } from './command-parts.ts'
import { terminalsAt, type LiveDevice } from './live-device.ts'

/**
 * The life of a close_all command, from the switch in the console until the account has no positions. Every
 * transition is a conditional update on disk before anybody learns of it, and memory follows at the commit.
 * So a command survives a crash, and is never delivered twice.
 */
export class CommandLifecycle {
  readonly #parts: CommandParts
  /**
   * Accounts whose command was delivered and not yet confirmed, with the open positions of the latest pulse
   * since then that reports them, or undefined. These accounts are few, and are checked once a second.
   */
  readonly #awaitingFlat = new Map<LiveDevice, number | undefined>()
  /** The server has received pulses since then, Unix seconds. */
  #receivingSince = 0

  constructor(parts: CommandParts) {
    this.#parts = parts
  }

  /** Continues with the commands that were open when the server stopped. @param ordered accounts with a command */
  resume(ordered: Iterable<LiveDevice>): void {
    this.startReceiving()
    for (const live of ordered)
      if (live.command?.state === 'delivered' && !this.#awaitingFlat.has(live))
        this.#awaitingFlat.set(live, saidSince(live, live.command))
  }

  /**
   * Called when the server can receive pulses again, after it was off or its machine slept. Until now, an
   * account that had closed its positions couldn't report it.
   */
  startReceiving(): void {
    this.#receivingSince = this.#parts.clock.now()
  }

  /**
   * Adds commands to a unit of work, which also records who asked and why.
   * @returns the commands: an account with an undelivered one gets none
   */
  async askIn(unit: WriteUnit, lives: readonly LiveDevice[], order: CommandOrder): Promise<ChangedCommand[]> {
    const asked: ChangedCommand[] = []
    for (const some of slicesOf(lives, TOGETHER)) {
      asked.push(...ofLives(some, await this.#insert(unit, ordersTo(some, order, this.#parts.clock.now()))))
      await order.turn?.()
    }
    await this.#parts.happened(unit, asked)
    return asked
  }

  /**
   * Withdraws the undelivered commands of some hundred accounts at most, in a unit of work that also records who did.
   * @returns the commands: an account with nothing to withdraw has none, also where it was delivered meanwhile
   */
  async withdrawIn(unit: WriteUnit, lives: readonly LiveDevice[]): Promise<ChangedCommand[]> {
    const ids = lives.map(({ device }) => device.id)
    const withdrawn = ofLives(lives, await unit.commands.withdraw(ids, this.#parts.clock.now()))
    await this.#parts.happened(unit, withdrawn)
    for (const { command } of withdrawn) this.#changed(unit, command)
    return withdrawn
  }

  /**
   * Handles a pulse: delivers the waiting command, or records the positions that the pulse reports.
   * @param positions open positions by the pulse, NaN for unknown
   * @returns whether the pulse is answered with close_all=1
   */
  onPulse(live: LiveDevice, positions: number, ip: string): boolean | Promise<boolean> {
    const { command } = live
    if (!isOpen(command)) return false
    this.heard(live, positions)
    if (live.commandBusy) return false
    if (command.state === 'asked') return this.#onAsked(live, command, positions, ip)
    if (positions === 0) void this.#quietly(live, () => this.#confirm(live, command))
    else if (positions > 0 && command.state === 'unreported')
      void this.#quietly(live, () => this.#expire(live, command, positions))
    return false
  }

  /** Notes the positions of a pulse, also of one that another copy of the server received and answered. */
  heard(live: LiveDevice, positions: number): void {
    if (live.command?.state === 'delivered' && positions >= 0) this.#awaitingFlat.set(live, positions)
  }

  /**
   * Runs once a second: a delivered command becomes overdue or unreported when its time is over and positions
   * remain.
   */
  async sweep(): Promise<void> {
    const now = this.#parts.clock.now()
    for (const [live, said] of this.#awaitingFlat) {
      const { command } = live
      if (command?.state !== 'delivered') this.#awaitingFlat.delete(live)
      else if (now - Math.max(command.deliveredAt ?? now, this.#receivingSince) >= CLOSE_OVERDUE_SECONDS)
        await this.#judge(live, command, said)
    }
  }

  /**
   * Decides a command whose time for closing is over.
   * @param said open positions of the latest pulse since the delivery that reports them
   */
  async #judge(live: LiveDevice, command: Command, said: number | undefined): Promise<void> {
    // A pulse without positions came, but its confirmation couldn't be written then.
    if (said === 0) return this.#confirm(live, command)
    const open = said ?? command.deliveredPositions
    if (open === null) await this.#leaveUnreported(live, command)
    // The account had no positions when it took the command, and no later pulse reports any.
    else if (open > 0) await this.#expire(live, command, open)
  }

  #onAsked(live: LiveDevice, command: Command, positions: number, ip: string): boolean | Promise<boolean> {
    if (positions === 0 && command.repeats > 0) {
      // The previous order is carried out. A repeat would close positions that are opened next.
      void this.#quietly(live, () => this.#confirm(live, command))
      return false
    }
    if (command.receivedBy !== '') {
      const now = this.#parts.clock.now()
      const interval = live.pulse?.interval ?? 0
      if (leavesToAnother(command, ip, terminalsAt(live, now), interval, now)) return false
    }
    return this.#deliver(live, command, positions, ip)
  }

  async #deliver(live: LiveDevice, command: Command, positions: number, ip: string): Promise<boolean> {
    const by = { at: this.#parts.clock.now(), ip, positions: knownFigure(positions) }
    const deliver = (unit: WriteUnit) => unit.commands.deliver(command.id, by)
    return this.#exclusively(
      live,
      async () => (await this.#transition(deliver, { lane: 'row' })) !== undefined,
    )
  }

  async #confirm(live: LiveDevice, { id }: Command): Promise<void> {
    const confirm = (unit: WriteUnit) => unit.commands.confirm(id, this.#parts.clock.now())
    await this.#exclusively(live, () => this.#transition(confirm, { live, lane: 'row' }))
  }

  async #leaveUnreported(live: LiveDevice, { id }: Command): Promise<void> {
    const leave = (unit: WriteUnit) => unit.commands.leaveUnreported(id, this.#parts.clock.now())
    await this.#exclusively(live, () => this.#transition(leave, { live, lane: 'row' }))
  }

  /** Runs the effects of a pulse. A failure changes no answer, and the next pulse tries again. */
  async #quietly(live: LiveDevice, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#parts.log.error('command.transition', error, { device: live.device.id })
    }
  }

  /**
   * Marks a command overdue, and adds the automatic repeat in the same unit of work, so that a crash can't
   * lose the repeat.
   */
  async #expire(live: LiveDevice, command: Command, positions: number): Promise<void> {
    const { store, clock } = this.#parts
    await this.#exclusively(live, () =>
      store.write(
        async (unit) => {
          const overdue = await unit.commands.expire(command.id, clock.now(), positions)
          // The command was confirmed or withdrawn at the same moment.
          if (overdue === undefined) return
          await this.#parts.happened(unit, [{ live, command: overdue }])
          this.#changed(unit, overdue)
          if (this.#repeats(live, overdue)) await this.#repeat(unit, live, overdue)
        },
        { durable: true },
      ),
    )
  }

  /**
   * Whether the server repeats the order automatically. Positions reported long after the delivery may have
   * been opened since.
   */
  #repeats(live: LiveDevice, overdue: Command): boolean {
    const isLate =
      overdue.unreportedAt !== null &&
      this.#parts.clock.now() - (overdue.deliveredAt ?? 0) > LATE_REPORT_SECONDS
    return this.#parts.rearms(live.device.appId) && !isExhausted(overdue) && !isLate
  }

  /** The server asks again, if the account still exists and nobody else has asked meanwhile. */
  async #repeat(unit: WriteUnit, live: LiveDevice, previous: Command): Promise<void> {
    if ((await unit.devices.ofIds([live.device.id])).length === 0) return
    const order = {
      deviceId: live.device.id,
      reason: previous.reason,
      askedBy: 'rearm',
      askedAt: this.#parts.clock.now(),
      repeats: previous.repeats + 1,
      receivedBy: receiversBefore(previous),
    }
    const repeated = ofLives([live], await this.#insert(unit, [order]))
    await this.#parts.happened(unit, repeated)
    await this.#parts.record(unit, repeated)
  }

  async #insert(unit: WriteUnit, orders: readonly AskedCommand[]): Promise<Command[]> {
    const commands = await unit.commands.ask(orders)
    for (const command of commands) this.#changed(unit, command)
    return commands
  }

  async #exclusively<T>(live: LiveDevice, work: () => Promise<T>): Promise<T> {
    live.commandBusy = true
    try {
      return await work()
    } finally {
      live.commandBusy = false
    }
  }

  /** @param how `live` of a step that webhooks get, and `lane` of one that is a conditional update alone */
  #transition(
    step: (unit: WriteUnit) => Promise<Command | undefined>,
    { live, lane }: { readonly live?: LiveDevice } & Pick<WriteOptions, 'lane'>,
  ): Promise<Command | undefined> {
    return this.#parts.store.write(
      async (unit) => {
        const command = await step(unit)
        if (command !== undefined && live !== undefined) await this.#parts.happened(unit, [{ live, command }])
        if (command !== undefined) this.#changed(unit, command)
        return command
      },
      { durable: true, lane },
    )
  }

  #changed(unit: WriteUnit, command: Command): void {
    unit.changed('command', command.deviceId, command)
    unit.afterCommit(() => {
      const live = this.#parts.registry.get(command.deviceId)
      if (live !== undefined) this.#parts.announce(live, command)
    })
  }

  /** Memory follows a command as committed. */
  follow(command: Command): void {
    const { registry } = this.#parts
    const before = registry.get(command.deviceId)?.command
    const live = registry.putCommand(command)
    if (live === undefined || live.command === before || live.command?.state === before?.state) return
    if (live.command?.state === 'delivered') this.#awaitingFlat.set(live, undefined)
    else this.#awaitingFlat.delete(live)
  }
}

/** The commands with their accounts. */
function ofLives(lives: readonly LiveDevice[], commands: readonly Command[]): ChangedCommand[] {
  const liveOf = new Map(lives.map((live) => [live.device.id, live]))
  return commands.flatMap((command) => {
    const live = liveOf.get(command.deviceId)
    return live === undefined ? [] : [{ live, command }]
  })
}

/** Open positions by the account's latest pulse, if that pulse came after the delivery. */
function saidSince({ pulse }: LiveDevice, { deliveredAt }: Command): number | undefined {
  if (pulse === undefined || pulse.at <= (deliveredAt ?? Infinity)) return undefined
  const open = openPositions(pulse)
  return Number.isNaN(open) ? undefined : open
}
