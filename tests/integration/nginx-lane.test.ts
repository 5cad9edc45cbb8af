import { afterAll, beforeAll, expect, it } from 'vitest'
import { BodyBudget } from '../../src-server/http/body-budget.ts'
import { ClientAddresses } from '../../src-server/http/client-address.ts'
import { ConnectionLimit } from '../../src-server/http/connection-limit.ts'
import { listen, type Listener } from '../../src-server/http/listener.ts'
import { createRuntimeHandler } from '../../src-server/http/runtime-handler.ts'
import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { startNginx, type Nginx } from '../support/nginx.ts'
import { QUIET_LOG } from '../support/storage-watch.ts'

/** Calls through a real nginx, on a listener that says which part answered. */

let listener: Listener
let nginx: Nginx
const addresses = new ClientAddresses()
const answerAs =
  (part: string) =>
  ({ ip, origin, body }: RawCall): HttpReply => ({
    status: 200,
    contentType: 'text/plain',
    body: `${part} ${ip} ${origin} ${Buffer.from(body).toString()}`,
  })

/** Names the trusted proxies, as the settings do. */
const trust = (...trusted: string[]) => {
  addresses.configure({ source: 'x_forwarded_for', trusted })
  listener.sort()
}

beforeAll(async () => {
  const isStopping = () => false
  const runtime = createRuntimeHandler({
    log: QUIET_LOG,
    answer: answerAs('node'),
    isStopping,
    bodies: new BodyBudget({ total: 1e9, perAddress: 1e9 }, () => undefined),
    refuse: (status) => ({ status, contentType: 'text/plain', body: 'refused' }),
    addressOf: (request) => addresses.of(request),
    originOf: (request) => addresses.originOf(request),
  })
  const lane = {
    answer: answerAs('lane'),
    isStopping,
    log: QUIET_LOG,
    now: () => 1_700_000_000,
    trusts: (address: string) => addresses.trusts(address),
    placeOf: (...call: Parameters<ClientAddresses['placeOf']>) => addresses.placeOf(...call),
  }
  const limit = new ConnectionLimit(100, (address) => addresses.trusts(address))
  listener = await listen({ host: '127.0.0.1', port: 0, sockets: 1 }, limit, {
    runtime,
    app: (_request, response) => response.end('another page'),
    lane,
  })
  trust('127.0.0.1')
  const upstream = listener.url.replace('http://', '')
  const reports = `
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto https;`
  nginx = await startNginx(
    [
      // As nginx is without a setting: HTTP/1.0, the upstream's name as Host.
      `location / { proxy_pass http://${upstream}; ${reports} }`,
      `location / {
        proxy_pass http://kept; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header Host $http_host; ${reports} }`,
      `location / { proxy_pass http://${upstream}; proxy_set_header X-Forwarded-Host ea.example:8443; ${reports} }`,
    ],
    `upstream kept { server ${upstream}; keepalive 4; }`,
  )
})
afterAll(async () => {
  await nginx.stop()
  await listener.close()
})

async function pulse(url: string, client: string): Promise<string> {
  const response = await fetch(`${url}/api.php?api=mt5pulse&app=1`, {
    method: 'POST',
    headers: { 'x-forwarded-for': client },
    body: 'a=1',
  })
  return response.text()
}

it('the fast lane answers a trusted nginx, and takes the client that nginx names', async () => {
  trust('127.0.0.1')
  const [plain = '', kept = '', renamed = ''] = nginx.urls
  const upstream = listener.url.replace('http:', 'https:')
  // fetch is on the loopback, which is trusted, so the entry before it counts.
  expect(await pulse(plain, '192.0.2.7')).toBe(`lane 192.0.2.7 ${upstream} a=1`)
  expect(await pulse(renamed, '192.0.2.7')).toBe('lane 192.0.2.7 https://ea.example:8443 a=1')
  // Two clients over one kept connection.
  const own = kept.replace('http:', 'https:')
  expect(await pulse(kept, '192.0.2.7')).toBe(`lane 192.0.2.7 ${own} a=1`)
  expect(await pulse(kept, '192.0.2.8')).toBe(`lane 192.0.2.8 ${own} a=1`)
})

it('a page over a kept connection leaves the connection of the next pulse to the fast lane', async () => {
  trust('127.0.0.1')
  const [, kept = ''] = nginx.urls
  for (const client of ['192.0.2.7', '192.0.2.8', '192.0.2.9']) {
    expect(await (await fetch(`${kept}/page`)).text()).toBe('another page')
    expect(await pulse(kept, client)).toContain(`lane ${client} `)
  }
})

it('a proxy that nobody trusts names no client, on a kept connection too', async () => {
  const [, kept = ''] = nginx.urls
  trust('127.0.0.1')
  expect(await pulse(kept, '192.0.2.7')).toContain('lane 192.0.2.7')
  trust('10.0.0.1')
  expect(await pulse(kept, '192.0.2.7')).toBe(`lane 127.0.0.1 ${kept} a=1`)
  addresses.configure({ source: 'socket', trusted: ['127.0.0.1'] })
  listener.sort()
  expect(await pulse(kept, '192.0.2.7')).toBe(`lane 127.0.0.1 ${kept} a=1`)
})
