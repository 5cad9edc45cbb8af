import type { TestServer } from '../test-server.ts'
import type { PaidPulse } from './pulse-world.ts'

/** Sends the pulses of one account, each at its time. @returns them */
export async function sendPulses(
  server: TestServer,
  { app, key }: { readonly app: number; readonly key: string },
  pulses: Iterable<PaidPulse>,
): Promise<PaidPulse[]> {
  const sent: PaidPulse[] = []
  for (const paid of pulses) {
    const { at, equity, balance, positions, dd, floatPnl, marginLevel } = paid.pulse
    server.clock.pass(at - server.clock.now())
    const figures = { balance, positions, dd, float_pnl: floatPnl, margin_level: marginLevel }
    await server.api('mt5pulse', app, {
      account_key: key,
      ...(Number.isNaN(equity) ? figures : { ...figures, equity }),
    })
    sent.push(paid)
  }
  return sent
}
