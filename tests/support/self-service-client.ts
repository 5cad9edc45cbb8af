import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { checkSelfService } from './check-self-service.ts'
import type { TestServer } from './test-server.ts'

export interface PublicReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly code: number
  readonly msg: unknown
  readonly time: number
  readonly fields?: Record<string, string>
  readonly products?: { readonly product: number; readonly name: string }[]
}

export interface Visit {
  /** By default a new address. */
  readonly from?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the parameters as a form. */
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Parameters in the URL beside `act`. */
  readonly query?: string
  readonly listener?: string
}

/** Lets customers come from many addresses: the limits count them. */
export async function trustOwnHeaders(server: TestServer): Promise<void> {
  await server.act('settings_set', {
    client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.0/8'] },
  })
}

let visitors = 0
export function newAddress(): string {
  visitors++
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
}

/** A public action of ajax.php, POSTed as a form. Its answer is as the action declares it. */
export async function visit(
  server: TestServer,
  act: SelfServiceAction,
  params: Readonly<Record<string, string>> = {},
  { from = newAddress(), method = 'POST', headers = {}, body, query = '', listener }: Visit = {},
): Promise<PublicReply> {
  const response = await fetch(`${listener ?? server.running.publicUrl}/ajax.php?act=${act}${query}`, {
    method,
    headers: { 'x-forwarded-for': from, ...headers },
    ...(method === 'POST' && { body: body ?? new URLSearchParams(params) }),
  })
  const text = await response.text()
  const json = JSON.parse(text) as Omit<PublicReply, 'status' | 'headers' | 'text'>
  checkSelfService(act, json.code, json.msg)
  return { ...json, status: response.status, headers: response.headers, text }
}
