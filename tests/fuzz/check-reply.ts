import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { openReply } from '../conformance/support/wire-crypto.ts'
import { RC4_KEY, type FuzzWorld } from './fuzz-world.ts'

const RAW_ENDPOINTS = /(?:^|&)api=(?:sig|ygg|yyzkmdenglu|automaticsample|violationsinfo)(?:&|$)/
/** The answers that mean an internal error. */
const BROKEN = 500

/** Throws unless the call got one well-formed answer with a code of the business kind. */
export async function checkReply(world: FuzzWorld, call: RawCall): Promise<void> {
  const before = world.errors.length
  const reply = await world.answer(call)
  if (world.errors.length > before) throw new Error(`logged: ${world.errors.at(-1) ?? ''}`)
  if (reply.status !== 200) throw new Error(`status ${reply.status}`)
  const json = readJson(world, call, reply)
  if (json === undefined) {
    if (RAW_ENDPOINTS.test(call.query)) return
    throw new Error(`no JSON: ${describe(reply)}`)
  }
  const { code, time, check } = json
  if (!Number.isInteger(code) || !Number.isInteger(time))
    throw new Error(`no code or time: ${describe(reply)}`)
  if (code === BROKEN) throw new Error(`code 500: ${describe(reply)}`)
  if (typeof check !== 'string' || check.length !== 32) throw new Error(`no check: ${describe(reply)}`)
}

function readJson(
  { targets }: FuzzWorld,
  call: RawCall,
  { body }: HttpReply,
): Record<string, unknown> | undefined {
  if (typeof body !== 'string' || body === '') return undefined
  if (body.startsWith('{')) return JSON.parse(body) as Record<string, unknown>
  const target = targets.find(({ app }) => call.query.includes(`app=${app}`))
  if (target === undefined || target.miType === 0) return undefined
  try {
    return JSON.parse(openReply(target.miType, RC4_KEY, body)) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function describe({ contentType, body }: HttpReply): string {
  return `${contentType} ${typeof body === 'string' ? body.slice(0, 300) : 'bytes'}`
}
