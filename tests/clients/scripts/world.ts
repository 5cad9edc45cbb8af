import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { readKitsFrom } from '../../../src-server/entry/adapters/kit-folder.ts'
import { fillKit } from '../../../src-server/kits/fill-kit.ts'
import { KIT_LANGUAGES } from '../../../src-server/kits/languages.ts'
import { TestServer } from '../../support/test-server.ts'
import { EplProgram } from '../epl/program.ts'
import { requireTools } from '../toolchain.ts'
import { KitProgram, type Kit, type KitSettings, type Verify } from './program.ts'
import { pass, Relay } from './relay.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const ROOT = resolve(here, '../../..')
const PLAIN: KitSettings = {
  address: 'http://127.0.0.1',
  app: 10_001,
  appkey: 'k',
  rc4Key: 'r',
  version: '1.0',
  mode: 0,
  graceHours: 24,
}

const driver = join(here, 'driver.lua')
const androlua = join(here, 'androlua.lua')
/** Each kit, and the command of its driver with the kits laid in a folder. */
export const KITS = [
  { name: 'C', command: (folder: string) => [join(folder, 'c/driver')] },
  { name: 'Lua 5.1', command: (folder: string) => ['lua5.1', driver, join(folder, 'lua')] },
  { name: 'Lua 5.4', command: (folder: string) => ['lua5.4', driver, join(folder, 'lua')] },
  { name: 'andlua1', command: (folder: string) => ['lua5.4', driver, join(folder, 'andlua1'), androlua] },
  { name: 'andlua2', command: (folder: string) => ['lua5.4', driver, join(folder, 'andlua2'), androlua] },
  { name: '易语言', command: () => [] },
] as const
export type ScriptKit = (typeof KITS)[number]
/** The kits that bring their own ways to send. */
export const DESKTOP = KITS.slice(0, 3)
/** The kits with a core of their own. */
export const CORES = [...DESKTOP, ...KITS.slice(-1)]

/** A text as a kit holds it: texts of 易语言 are bytes of GBK, which lacks some characters. */
export const asHeld = ({ name }: ScriptKit, text: string): string =>
  name === '易语言' ? text.replaceAll(/[😀\u2028]/gu, '?') : text

/** An application, its code, and the settings and the file of its kit. */
export type Vendor = Awaited<ReturnType<KitWorld['vendor']>>

/** A server, a network that a test spoils, and the kits as they are handed out. */
export class KitWorld {
  /** Programs that tests have used take the next settings: each start of a program costs. */
  readonly #idle = new Map<string, Kit[]>()
  #used: { readonly name: string; readonly program: Kit }[] = []
  readonly server: TestServer
  readonly relay: Relay
  readonly folder: string

  private constructor(server: TestServer, relay: Relay, folder: string) {
    this.server = server
    this.relay = relay
    this.folder = folder
  }

  static async start(): Promise<KitWorld> {
    requireTools('gcc', 'lua5.1', 'lua5.4', 'curl')
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-scripts-'))
    await layKits(folder)
    const server = await TestServer.start()
    return new KitWorld(server, await Relay.start(server.running.publicUrl), folder)
  }

  get now(): number {
    return this.server.clock.now()
  }

  /** Takes the programs of a test back, and mends the network. */
  settle(): void {
    this.relay.takeCalls()
    this.relay.behaviour = pass
    for (const { name, program } of this.#used)
      this.#idle.set(name, [...(this.#idle.get(name) ?? []), program])
    this.#used = []
  }

  /** @throws what a sanitizer found in a program */
  async end(): Promise<void> {
    await Promise.all([...this.#idle.values()].flat().map((program) => program.end()))
    await this.relay.end()
    await this.server.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** An application with a code of 30 days. */
  async vendor(mode: 0 | 3, change: Partial<KitSettings> = {}) {
    const { server, relay } = this
    const { app, appkey, rc4_key: rc4Key } = await server.act('app_create', { name: 'Kit' })
    await server.act('app_update', { app, mi_type: mode, encrypt: mode !== 0, version: '1.0' })
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
    const { rows } = await server.act('code_list', { filter: { app, kami } })
    const settings = { ...PLAIN, address: relay.address, app, appkey, rc4Key, mode, ...change }
    const keys = { appkey, rc4Key, mode }
    return { app, kami, id: rows[0]!.id, settings, keys, file: join(this.folder, `${kami}.dat`) }
  }

  /** @param how `curl` sends by the curl program */
  async kit(
    kit: ScriptKit,
    { settings, kami, file }: Vendor,
    {
      machine = 'PC-1',
      at = this.now,
      how = '',
      verify,
    }: { machine?: string; at?: number; how?: string; verify?: Verify } = {},
  ): Promise<Kit> {
    const program =
      this.#idle.get(kit.name)?.pop() ??
      (kit.name === '易语言' ? new EplProgram() : new KitProgram(kit.command(this.folder)))
    this.#used.push({ name: kit.name, program })
    program.verify = verify ?? (() => false)
    await program.settings(settings)
    await program.say('at', at)
    const place = kit.name.startsWith('andlua') ? join(this.folder, 'pulsekey.dat') : file
    await program.say('start', kami, machine, place, verify === undefined ? how : 'verify')
    return program
  }
}

/** Writes the kits as they are handed out, and compiles the one in C. */
async function layKits(folder: string): Promise<void> {
  const read = readKitsFrom(ROOT)
  const values = { ...PLAIN, answerKey: '', answerKeyNext: '' }
  for (const kit of ['c', 'lua', 'andlua1', 'andlua2'] as const) {
    mkdirSync(join(folder, kit))
    for (const [name, text] of Object.entries(fillKit(await read(kit), KIT_LANGUAGES[kit], values))) {
      writeFileSync(join(folder, kit, name), text)
    }
  }
  await compileC(join(folder, 'c'))
}

/** Compiles once for the same sources: a compiler with sanitizers takes seconds. */
async function compileC(folder: string): Promise<void> {
  const program = join(folder, 'driver')
  writeFileSync(join(folder, 'driver.c'), readFileSync(join(here, 'driver.c')))
  const flags = ['-std=c99', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-O1']
  const safe = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all']
  const hash = createHash('sha256').update([...flags, ...safe].join())
  for (const name of ['driver.c', 'pulsekey.c', 'pulsekey.h', 'pulsekey_parts.h', 'sample.c']) {
    hash.update(readFileSync(join(folder, name)))
  }
  const kept = join(ROOT, '.cache/kits', hash.digest('hex').slice(0, 16))
  if (!existsSync(kept)) {
    await run('gcc', [...flags, '-fsyntax-only', 'sample.c'], { cwd: folder })
    await run('gcc', [...flags, ...safe, 'driver.c', '-o', program], { cwd: folder })
    await compileForWindows(folder, flags)
    mkdirSync(join(ROOT, '.cache/kits'), { recursive: true })
    writeFileSync(`${kept}.${String(process.pid)}`, readFileSync(program))
    renameSync(`${kept}.${String(process.pid)}`, kept)
  }
  writeFileSync(program, readFileSync(kept), { mode: 0o755 })
}

/** The half of the C kit that is for Windows, where the machine has a compiler for it. */
async function compileForWindows(folder: string, flags: readonly string[]): Promise<void> {
  const compiler = 'x86_64-w64-mingw32-gcc'
  const isThere = await run(compiler, ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  await run(compiler, [...flags, 'sample.c', 'pulsekey.c', '-o', 'sample.exe', '-lws2_32'], { cwd: folder })
}
