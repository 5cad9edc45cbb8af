import type { WriteUnit } from '../../store/store.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'

/** Accounts between two turns of the event loop. */
const SLICE = 500

/**
 * Asks many accounts to close all, as a part of the caller's unit of work. The caller records who asked.
 * @returns those that were asked: not the deleted ones, nor those with an undelivered command
 */
export async function askMany(
  unit: WriteUnit,
  commands: CommandLifecycle,
  lives: readonly LiveDevice[],
  { askedBy, reason }: { readonly askedBy: string; readonly reason: string },
): Promise<LiveDevice[]> {
  const asked: LiveDevice[] = []
  let existing = new Set<number>()
  for (const [index, live] of lives.entries()) {
    if (index % SLICE === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const ids = lives.slice(index, index + SLICE).map(({ device }) => device.id)
      existing = new Set((await unit.devices.ofIds(ids)).map(({ id }) => id))
    }
    if (!existing.has(live.device.id)) continue
    if ((await commands.askIn(unit, live, askedBy, reason)) !== undefined) asked.push(live)
  }
  return asked
}
