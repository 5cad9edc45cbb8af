import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MOST_TRIALS } from '../../src-server/services/devices/new-record-limits.ts'
import { createAccounts, createApp } from './fixture.ts'
import { accountKeyOf } from './load/calls.ts'
import { signIn } from './server/console-session.ts'
import { startServer } from './server/start-server.ts'

it('the bench creates more accounts than strangers could, and the server answers their pulses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-bench-'))
  const server = await startServer(folder)
  try {
    const session = await signIn(server.console)
    const { app } = await createApp(session, 'plain')
    const accounts = MOST_TRIALS + 5
    await createAccounts(session, app, accounts)
    session.close()
    const body = new URLSearchParams({ account_key: accountKeyOf(accounts - 1), equity: '1', balance: '1' })
    const reply = await fetch(new URL(`/api.php?api=mt5pulse&app=${app}`, server.public), {
      method: 'POST',
      body,
    })
    expect(await reply.json()).toMatchObject({ code: 200, telemetry_ok: 1 })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
