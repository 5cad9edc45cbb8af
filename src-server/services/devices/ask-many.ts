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
  order: { readonly askedBy: string; readonly reason: string },
): Promise<LiveDevice[]> {
  const asked: LiveDevice[] = []
  for (let from = 0; from < lives.length; from += SLICE) {
    await new Promise((resolve) => setImmediate(resolve))
    const slice = lives.slice(from, from + SLICE)
    const existing = new Set(
      (await unit.devices.ofIds(slice.map(({ device }) => device.id))).map(({ id }) => id),
    )
    const known = slice.filter(({ device }) => existing.has(device.id))
    for (const { live } of await commands.askIn(unit, known, order)) asked.push(live)
  }
  return asked
}
