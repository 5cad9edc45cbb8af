import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicRequest } from '../../src-server/ajax/selfservice/dispatch.ts'
import { CASES } from './cases.ts'
import { openFuzzWorld, type FuzzWorld } from './fuzz-world.ts'
import { NO_PICTURES, publicCalls, uploadOf } from './public-calls.ts'

const CALLS = CASES / 4
const UPLOADS = CASES / 16
const KINDS = Object.keys(publicCalls([{ app: 1, miType: 0 }]))

let world: FuzzWorld

beforeAll(async () => {
  world = await openFuzzWorld()
}, 120_000)
afterAll(() => world.end(), 60_000)

/** The possible answers of public actions: successes and refusals of the table, never an internal error. */
const CODES = new Set([
  ...[109, 110, 114, 122, 132, 136, 141, 142, 148, 149, 150, 151, 152, 153, 164, 166, 168, 199],
  ...[200, 201, 202, 401, 404, 413, 429],
])

async function checkPublic(request: PublicRequest): Promise<void> {
  const before = world.errors.length
  const reply = await world.answerPublic(request)
  if (world.errors.length > before) throw new Error(`logged: ${world.errors.at(-1) ?? ''}`)
  if (reply === undefined || 'picture' in reply) throw new Error('no answer, or a picture')
  const { status, json } = reply
  if (![200, 413, 429].includes(status)) throw new Error(`status ${status}`)
  if (!CODES.has(json.code)) throw new Error(`code ${json.code}`)
  if (json.code !== 200 && typeof json.msg !== 'string') throw new Error('a refusal without a text')
  if (!Number.isInteger(json.time)) throw new Error('no time')
}

describe('any input of a public action gets one answer and breaks nothing', () => {
  it.each(KINDS)(
    '%s',
    async (kind) => {
      const property = fc.asyncProperty(publicCalls(world.targets)[kind]!, checkPublic)
      await fc.assert(property, { numRuns: Math.ceil(CALLS / KINDS.length) })
      // All requests were within the limits: five a day for each code and account.
      expect((await world.kept()).requests).toBeLessThanOrEqual(5 * 2 * world.targets.length)
    },
    300_000,
  )
})

describe('an upload that is no picture is not stored', () => {
  let request = ''
  beforeAll(async () => {
    const query = `card=UPLOADS&product=${world.targets.at(-1)!.app}&contact=fuzz&reason=fuzz`
    const ip = '192.0.2.1'
    const readBody = () => Promise.resolve(new Uint8Array())
    const said = {
      act: 'unbind_km',
      method: 'POST',
      query,
      ip,
      cameTo: '',
      console: false,
      isEncoded: false,
      readBody,
    }
    const reply = await world.answerPublic(said)
    if (reply === undefined || !('json' in reply) || reply.json.code !== 200) throw new Error('no request')
    request = (reply.json.msg as { request_id: string }).request_id
  })

  it.each(Object.keys(NO_PICTURES))(
    '%s',
    async (kind) => {
      const property = fc.asyncProperty(NO_PICTURES[kind]!, async (file) => {
        const reply = await world.answerPublic(uploadOf(file, request))
        expect(reply).toMatchObject({ status: 200, json: { code: 142 } })
      })
      await fc.assert(property, { numRuns: Math.ceil(UPLOADS / Object.keys(NO_PICTURES).length) })
      expect((await world.kept()).images).toBe(0)
      expect(world.errors).toEqual([])
    },
    300_000,
  )
})
