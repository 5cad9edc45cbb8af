import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { layEmptyData } from '../support/empty-data.ts'
import { layMany } from '../support/moving/lay-many.ts'
import { MIGRATIONS, MoveWorld } from '../support/moving/move-world.ts'

const ENTRY = join(resolve(import.meta.dirname, '../..'), 'src-server/entry/cli.ts')
/** A million steps of history. */
const SIZE = { codes: 1_000_000, accounts: 100_000, minutes: 10, auditRows: 20_000 }

/** Runs a move as a process of its own. @returns its exit code, its last lines, and its seconds by the clock */
async function move(from: string, to: string, storeFile: string) {
  const begun = performance.now()
  const args = ['move', '--from', from, '--to', to, '--store-file', storeFile]
  const child = spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: said.split('\n').slice(-12).join('\n'), seconds: (performance.now() - begun) / 1000 }
}

it('a million codes, 100,000 accounts and a million steps move there and back', async () => {
  const world = await MoveWorld.open()
  try {
    const [many, back] = ['many', 'back'].map((name) => join(world.root, name)) as [string, string]
    mkdirSync(many)
    await layEmptyData(many, MIGRATIONS)
    await layMany(many, MIGRATIONS, SIZE)
    const { storeFile } = await world.database()
    for (const [from, to] of [
      [many, 'postgres'],
      ['postgres', back],
    ] as const) {
      const { code, said, seconds } = await move(from, to, storeFile)
      console.log(`a move to ${to === back ? 'a folder' : to}: ${seconds.toFixed(0)} s`)
      expect({ code, said }).toMatchObject({ code: 0 })
    }
  } finally {
    await world.close()
  }
}, 1_200_000)
