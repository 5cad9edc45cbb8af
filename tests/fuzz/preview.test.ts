import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPastedRequest } from '../../src-server/runtime/pasted-request.ts'
import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { openReply } from '../conformance/support/wire-crypto.ts'
import { createRandom, type Random } from '../simulator/random.ts'
import { apiOf, drawCall, paste, UNCALLED } from './preview-calls.ts'
import { command, layApplication, OLD, RC4_KEY, shuffleCapability, shuffleSettings } from './preview-scene.ts'
import { openPreviewWorld, type PreviewWorld } from './preview-world.ts'
import { SEED } from '../support/seed.ts'

/** The number of calls that are previewed and made. */
const CASES = Number(process.env['PREVIEW_CASES'] ?? 1500)
/** New applications come after this many calls. */
const SEASON = 400
/** After this many calls, one call is repeated beyond its allowance. */
const BURST_EVERY = 150
const BURST = 24
const LIMITED: ReadonlySet<string> = new Set(['mt5notify', 'mt5messenger_bind', 'userlogon'])
/** The number of previews in a row between two full reads of the database. */
const PREVIEWS = 60
/** APIs that check passwords: without remaining tries they have no preview. */
const JUDGE_PASSWORDS: ReadonlySet<string> = new Set(['userlogon', 'logongetapp', 'openrc42'])

let world: PreviewWorld

beforeAll(async () => {
  world = await openPreviewWorld()
}, 120_000)
afterAll(() => world.end(), 60_000)

it('every API is called', () => {
  expect(UNCALLED).toEqual([])
})

it(
  `the preview of ${CASES} random calls is the answer they get, and previews change nothing`,
  { timeout: 900_000 },
  async () => {
    console.log(`TEST_SEED=${SEED}`)
    const run = new Run(createRandom(SEED, 'preview'))
    for (let at = 0; at < CASES; at++) {
      if (at % SEASON === 0) await run.beginSeason()
      await run.happen()
      await run.previewAndCall(run.draw())
      if (at % BURST_EVERY === 0) await run.burst()
      if (at % SEASON === SEASON / 2) await run.previewMany()
    }
    console.log(
      [...run.seen]
        .map(([what, times]) => `${what} ${times}`)
        .sort()
        .join(', '),
    )
    expect(world.errors).toEqual([])
    expect(run.withoutPreview).toBeLessThan(CASES / 10)
    // The calls were of every kind: most codes of the table were answered, and several codes by each API.
    expect(new Set([...run.seen.keys()].map((what) => what.split(' ')[1])).size).toBeGreaterThan(30)
  },
)

class Run {
  readonly #random: Random
  #apps: number[] = []
  readonly #bindCodes: string[] = []
  #last: RawCall | undefined
  readonly seen = new Map<string, number>()
  withoutPreview = 0

  constructor(random: Random) {
    this.#random = random
  }

  async beginSeason(): Promise<void> {
    this.#apps = [await layApplication(world), await layApplication(world)]
    this.#last = undefined
    for (const app of this.#apps) await shuffleSettings(world, app, this.#random)
  }

  /** What happens between two calls. */
  async happen(): Promise<void> {
    const random = this.#random
    const app = this.#app()
    if (random.chance(0.15)) await shuffleSettings(world, app, random)
    if (random.chance(0.1)) await shuffleCapability(world, app, random)
    if (random.chance(0.05)) await command(world, app, random)
    if (random.chance(0.3)) world.clock.pass(random.pick([1, 1, 1, 5, 61, 700]))
  }

  /** In less than a minute, and slowly enough for the messenger's limits. */
  async burst(): Promise<void> {
    let call = this.draw()
    while (!LIMITED.has(apiOf(call))) call = this.draw()
    for (let time = 0; time < BURST; time++) {
      world.clock.pass(0.25)
      await this.previewAndCall(call)
    }
  }

  async previewAndCall(call: RawCall): Promise<void> {
    const { app, preview } = await this.#preview(call)
    const { code: answered, bind_code: bindCode } = readJson(await world.answer(call), app)
    // A later preview uses it.
    if (bindCode !== undefined) this.#bindCodes.push(bindCode)
    const what = `${apiOf(call)} ${answered}`
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
    if (preview === null && JUDGE_PASSWORDS.has(apiOf(call))) this.withoutPreview++
    else expect({ call: paste(call), code: preview }).toEqual({ call: paste(call), code: answered })
  }

  /** No preview changes a row, including rows that wait for the disk. */
  async previewMany(): Promise<void> {
    const before = await world.dump()
    for (let at = 0; at < PREVIEWS; at++) await this.#preview(this.draw())
    expect(await world.dump()).toBe(before)
  }

  async #preview(call: RawCall): Promise<{ app: number; preview: number | null }> {
    const text = paste(call)
    expect(readPastedRequest(text)).toEqual({ ...call, body: new Uint8Array(call.body) })
    const asked = Number(new URLSearchParams(call.query).get('app'))
    const app = this.#apps.includes(asked) ? asked : this.#app()
    const before = await world.look(this.#apps)
    const explained = await world.inspector.explain(app, text)
    expect(await world.look(this.#apps)).toBe(before)
    // A preview never crosses to another application.
    if (explained === undefined) throw new Error(`not explained: ${text}`)
    return { app, preview: explained.refused ?? explained.outcome }
  }

  #app(): number {
    return this.#apps[this.#random.below(this.#apps.length)]!
  }

  /** Sometimes the call before comes again, or its signature for another API. */
  draw(): RawCall {
    const random = this.#random
    const last = this.#last
    if (last !== undefined && random.chance(0.06)) return last
    if (last !== undefined && random.chance(0.04))
      return {
        ...last,
        query: last.query.replace(/api=\w*/, `api=${random.pick(['kmlogon', 'kmunmachine', 'userlogon'])}`),
      }
    const { settings } = world.context.registry.find(this.#app())!
    this.#last = drawCall(settings, world.clock.now(), random, this.#bindCodes)
    return this.#last
  }
}

interface Said {
  readonly code: number
  readonly bind_code?: string
}

/** A reply without an envelope has no code and counts as a success. */
function readJson({ body }: HttpReply, app: number): Said {
  if (typeof body !== 'string') return { code: 200 }
  const { miType } = world.context.registry.find(app)!.settings
  for (const text of [
    body,
    ...[RC4_KEY, OLD.rc4Key].map((key) => tryTo(() => openReply(miType, key, body))),
  ]) {
    const json = tryTo(() => JSON.parse(text ?? '') as Said)
    if (typeof json?.code === 'number') return json
  }
  return { code: 200 }
}

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
