import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { signIn } from './operators.ts'

/** Every command of docs/shop.md, in both languages, with what the document says of its answer. */

const run = promisify(execFile)
const PAGES = ['docs/shop.md', 'docs/zh-CN/shop.md']
const PASSWORD = 'a long enough password'
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

interface Recipe {
  readonly command: string
  readonly isOfAgent: boolean
  readonly answer: unknown
}

function recipesOf(page: string): Recipe[] {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8')
  const found = text.matchAll(/```sh( as agent)?\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/g)
  return Array.from(found, ([, agent, command = '', answer = '']) => ({
    command,
    isOfAgent: agent !== undefined,
    answer: withAnything(JSON.parse(answer)),
  }))
}

/** The document writes `…` for what differs in each answer. */
function withAnything(value: unknown): unknown {
  if (value === '…') return expect.anything()
  if (Array.isArray(value)) return value.map(withAnything)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withAnything(member)]))
}

async function tokenOf(person: ConsoleClient): Promise<string> {
  const { actions } = await person.call('tokens_get', {})
  const expires_at = server.clock.now() + 86_400
  return (await person.call('token_create', { name: 'Shop', actions, expires_at })).token
}

it.each(PAGES)('%s: every recipe is answered as the page says, also when a shop asks twice', async (page) => {
  const owner = await server.owner()
  const app = await server.application({ name: page })
  const { agent } = await owner.call('agent_create', { name: page, password: PASSWORD })
  const worth = { type: 'time', unit: 'day', amount: 30, quota: 10, price: 0 } as const
  await owner.call('allocation_create', { agent: agent.id, app, ...worth })
  const tokens = { owner: await tokenOf(owner), agent: await tokenOf(await signIn(server, page, PASSWORD)) }
  const recipes = recipesOf(page)
  expect(recipes).toHaveLength(3)
  for (const { command, isOfAgent, answer } of recipes) {
    const script = command
      .replaceAll('{server}', server.running.consoleUrl)
      .replaceAll('{token}', isOfAgent ? tokens.agent : tokens.owner)
      .replaceAll('{app}', String(app))
    const ask = async () => JSON.parse((await run('bash', ['-c', script])).stdout) as { msg: unknown }
    const first = await ask()
    expect(first, command).toEqual(answer)
    if (/"(order|key)\\?":/.test(command) && !command.includes('code_delete'))
      expect((await ask()).msg, command).toEqual(first.msg)
  }
  const sold = await owner.call('code_list', { filter: { app }, size: 10 })
  // The refunded code is in the recycle bin. The reseller drew one.
  expect(sold.rows).toHaveLength(1)
})
