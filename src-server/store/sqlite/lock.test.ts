import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderError } from '../data-folder-error.ts'
import { lockDataFolder } from './lock.ts'

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-lock-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts another process that takes the lock and keeps it. */
async function holdElsewhere(): Promise<ChildProcess> {
  const script = `import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    lockDataFolder(${JSON.stringify(folder)}, { pid: process.pid, since: 1 })
    process.stdout.write('held')
    setInterval(() => globalThis.gc?.(), 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

const lock = () => lockDataFolder(folder, { pid: 4711, since: 1 })

describe('lockDataFolder', () => {
  it('refuses a second holder and names the first one, and is free after release', () => {
    const release = lock()
    expect(lock).toThrow(DataFolderError)
    expect(lock).toThrow(/in use by another server \(process 4711\)/)
    release()
    lock()()
  })

  it('refuses while another process holds it, and is free after kill -9', async () => {
    const child = await holdElsewhere()
    expect(lock).toThrow(new RegExp(`\\(process ${child.pid}\\)`))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    lock()()
  })

  it("names a folder that isn't writable, and releases the lock", () => {
    mkdirSync(join(folder, 'server.lock.json'))
    expect(lock).toThrow(DataFolderError)
    expect(lock).toThrow(/can't be written: .*mend its rights/)
    rmSync(join(folder, 'server.lock.json'), { recursive: true })
    lock()()
    rmSync(join(folder, 'server.lock.db'))
    mkdirSync(join(folder, 'server.lock.db'))
    expect(lock).toThrow(/can't be written: .*mend its rights/)
  })

  it.each(['', '{', 'null', '{"pid":"x"}', '[]'])('ignores a note that holds %j', (note) => {
    const release = lock()
    writeFileSync(join(folder, 'server.lock.json'), note)
    expect(lock).toThrow(/in use by another server\. /)
    release()
  })
})
