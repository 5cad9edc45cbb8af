import type { ServiceContext } from '../services/service-context.ts'
import type { Areas } from './create-areas.ts'

/** A new telemetry file gets the latest pulses, so that the next start shows them. */
export async function storeLatestAgain(
  { devices, writeBehind }: ServiceContext,
  loaded: Promise<undefined>,
): Promise<void> {
  await loaded.catch(() => undefined)
  if (devices.isFilling) return
  writeBehind.forgetStored()
  for (const { pulse } of devices.all()) if (pulse !== undefined) writeBehind.add(pulse)
}

/** The work that only one copy of the server does. */
export function beginStewarding({ steward }: ServiceContext, { messenger, risk }: Areas): void {
  const { messengerBridge } = messenger
  steward.add({
    resume: () => {
      risk.alertBursts.readAgain()
      messengerBridge.begin()
      return Promise.resolve()
    },
    stop: () => {
      messengerBridge.end()
    },
  })
  if (steward.isMine) messengerBridge.begin()
}

/** The machine slept: accounts could not be received in that time, and connections of the bridge are dead. */
export function resume({ watches, rules, commands, clock }: ServiceContext, { messenger }: Areas): void {
  watches.silences.woke(clock.now())
  rules.sweep.woke(clock.now())
  commands.startReceiving()
  messenger.messengerBridge.resume()
}
