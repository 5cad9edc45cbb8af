import { readJsonObject } from '../../outbound/read-json-object.ts'
import { DnsRefused } from './dns-provider.ts'

const CALL_MS = 15_000
const LONGEST_DETAIL = 200

export interface ProviderReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Calls a provider's service.
 * @throws DnsRefused without an answer in JSON. Its text has nothing of the address or the headers: both may hold secrets
 */
export async function callProvider(
  fetch: typeof globalThis.fetch,
  url: string,
  request: RequestInit,
): Promise<ProviderReply> {
  const { status, text } = await send(fetch, url, request)
  const body = readJsonObject(text)
  if (status === 429) throw new DnsRefused('rate')
  if (body === undefined) throw new DnsRefused('unreachable', `an answer ${status} without JSON`)
  return { status, body }
}

async function send(
  fetch: typeof globalThis.fetch,
  url: string,
  request: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new DnsRefused('unreachable', reasonOf(error))
  }
}

/** Node's code of a failed connection, such as ENOTFOUND. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : ''
}

/** A line of the provider's own words. */
export function inWords(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL)
}

export function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

export function textIn(object: unknown, member: string): string {
  const value = isObject(object) ? object[member] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
