import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { recordFigures } from './figures.ts'
import { LoadWorld } from './load-world.ts'

/** `npm run faults -- --soak` sets another time, seconds. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 12)
/** The growth that garbage collection explains: a share, and megabytes on top of it. */
const MOST_GROWTH = 0.3
const MOST_MB = 60
/** Open files may differ by the connections of one round. */
const MOST_HANDLES = 64

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-soak-'))
const world = new LoadWorld(dataDir, 'soak')

afterAll(async () => {
  await world.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Memory of the server's process, megabytes, and its open files. */
function readProcess(): { readonly mb: number; readonly handles: number } {
  const { pid } = world.server
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { mb: Math.round(Number(kb) / 1024), handles: readdirSync(`/proc/${pid}/fd`).length }
}

test(
  `${SECONDS} s of mixed load keep memory and handles flat and lose nothing`,
  { timeout: (SECONDS + 200) * 1000 },
  async () => {
    await world.start()
    const startedMs = performance.now()
    const seconds = () => (performance.now() - startedMs) / 1000
    const warm: { readonly mb: number; readonly handles: number }[] = []
    while (seconds() < SECONDS || warm.length < 4) {
      await world.load(() => Promise.resolve())
      warm.push(readProcess())
    }
    await world.check()
    await world.deliverAll()

    const { figures, findings } = world
    const middle = warm[Math.floor(warm.length / 2)] ?? readProcess()
    const end = readProcess()
    recordFigures('soak', {
      ...figures,
      seconds: Math.round(seconds()),
      mb: [middle.mb, end.mb],
      handles: [middle.handles, end.handles],
    })
    expect(findings).toEqual({ lost: [], doubled: [], unsafe: [] })
    expect(end.mb).toBeLessThan(middle.mb * (1 + MOST_GROWTH) + MOST_MB)
    expect(end.handles).toBeLessThan(middle.handles + MOST_HANDLES)
    await world.server.stop()
  },
)
