import type { ProductChoice } from '../../../src-server/contract/self-service.ts'
import { reached } from '../state/connection.ts'
import { Refused, UNREACHABLE } from './refused.ts'

const OK = 200

export type Reply = Readonly<Record<string, unknown>>

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readFields(value: unknown): Record<string, string> {
  if (!isReply(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, reason]) => (typeof reason === 'string' ? [[name, reason]] : [])),
  )
}

function readProducts(value: unknown): ProductChoice[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(isReply)
    .flatMap(({ product, name }) =>
      typeof product === 'number' && typeof name === 'string' ? [{ product, name }] : [],
    )
}

/** @throws Refused where there is no connection */
export function notReached(): Refused {
  reached.value = false
  return new Refused(UNREACHABLE, 'the server was not reached')
}

/** @returns the content of a reply with code 200 @throws Refused for every other */
export function readReply(body: unknown): Reply {
  if (!isReply(body) || typeof body['code'] !== 'number') throw notReached()
  reached.value = true
  const { code, msg, fields, products } = body
  if (code === OK) return body
  throw new Refused(code, typeof msg === 'string' ? msg : '', readFields(fields), readProducts(products))
}
