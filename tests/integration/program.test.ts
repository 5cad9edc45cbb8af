import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLineWriter } from '../../src-server/entry/adapters/line-writer.ts'
import { ConsoleClient, post } from '../support/console-client.ts'
import { ServerProgram } from '../support/run-program.ts'

const PASSWORD = 'the owner of this program'
const TIMEOUT = 120_000

let folder: string
let program: ServerProgram | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-program-'))
})
afterEach(() => {
  program?.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A refused sign-in is in the log. */
async function makeItLog(url: string): Promise<void> {
  const reply = await post(url, 'login', { name: 'owner', password: 'not his password' }, {})
  expect(await reply.json()).toMatchObject({ code: 401 })
}

describe('the log of the program', () => {
  it('continues when nobody reads its output, and the server serves on', { timeout: TIMEOUT }, async () => {
    program = new ServerProgram(folder, [], { PULSEKEY_OWNER_PASSWORD: PASSWORD })
    const { console: url } = await program.ready()
    program.child.stdout!.destroy()
    program.child.stderr!.destroy()
    for (let turn = 0; turn < 3; turn++) await makeItLog(url)
    await ConsoleClient.signIn(url, 'owner', PASSWORD)
    expect(await program.stop()).toBe(0)
  })

  it('is in its file line by line, whatever the state of an earlier line', () => {
    const file = join(folder, 'log')
    const open = { fd: openSync(file, 'a'), write: () => true, on: () => undefined }
    const write = createLineWriter(open)
    write('one\n')
    write('two\n')
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
    const readOnly = createLineWriter({ ...open, fd: openSync(file, 'r') })
    readOnly('cannot be written\n')
    write('three\n')
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n')
  })
})

it('ends properly when its terminal is closed', { timeout: TIMEOUT }, async () => {
  program = new ServerProgram(folder, [], { PULSEKEY_OWNER_PASSWORD: PASSWORD })
  await program.ready()
  expect(await program.stop('SIGHUP')).toBe(0)
})
