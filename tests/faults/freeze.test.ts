import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startServer, type StartedServer } from '../bench/server/start-server.ts'
import { until } from '../support/until.ts'

/** Longer than the server needs to notice a stop. The stop itself is what is tested, so nothing ends it sooner. */
const STOPPED_MS = 7_000

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-freeze-'))
let server: StartedServer | undefined

afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const noticed = (started: StartedServer) => started.errors().split('"server.slept"').length - 1

test.skipIf(process.platform === 'win32')(
  'SIGSTOP and SIGCONT: the server notices that it was stopped, once',
  async () => {
    server = await startServer(dataDir)
    const started = server
    const answers = async () =>
      (await fetch(new URL('/ajax.php?act=site', started.public), { method: 'POST' })).ok
    expect(await answers()).toBe(true)
    const before = noticed(started)
    process.kill(started.pid, 'SIGSTOP')
    try {
      await delay(STOPPED_MS)
    } finally {
      process.kill(started.pid, 'SIGCONT')
    }
    await until(() => Promise.resolve(noticed(started) > before), 'the log line of the stop')
    expect(await answers()).toBe(true)
    expect(noticed(started)).toBe(before + 1)
  },
)
