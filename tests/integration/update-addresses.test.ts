import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LinkResolver } from '../../src-server/contract/ports.ts'
import { ApplicationRegistry } from '../../src-server/services/applications/application-registry.ts'
import { Followers } from '../../src-server/copies/followers.ts'
import { UpdateAddresses } from '../../src-server/services/applications/update-addresses.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const HOUR = 3600
const SHARED = 'https://share.example/'
let server: TestServer
let registry: ApplicationRegistry
let app: number
/** The requests of the resolver and their answers. */
let asked: string[]
let answer: (url: string, password: string) => ReturnType<LinkResolver['resolve']>

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

beforeEach(async () => {
  asked = []
  answer = async (url) => ({ url: `${url}.zip` })
  app = await server.application()
  await save(`${SHARED}${app}`)
})

const links: LinkResolver = {
  isShared: (url) => url === `${SHARED}${app}` || url === `${SHARED}${app}/other?pwd=abc`,
  resolve(url, password) {
    asked.push(`${url} ${password}`)
    return answer(url, password)
  },
}

async function create(): Promise<UpdateAddresses> {
  const store = server.anotherStore()
  const followers = new Followers(store, (error) => {
    server.log.error('follow', error)
  })
  store.onChanged((changes) => followers.followOwn(changes))
  const addresses = new UpdateAddresses({
    store,
    followers,
    registry,
    links,
    clock: server.clock,
    log: server.log,
  })
  await addresses.load()
  return addresses
}

async function save(url: string): Promise<void> {
  await server.act('app_update', { app, app_update_url: url })
  registry = new ApplicationRegistry()
  await registry.load(server.store)
}

const settings = () => registry.find(app)!.settings

describe('an update address that is a shared link', () => {
  it('is given as saved until it is resolved, and is resolved again after six hours', async () => {
    const addresses = await create()
    expect(addresses.find(settings())).toBe(`${SHARED}${app}`)
    await addresses.resolveDue()
    expect(addresses.find(settings())).toBe(`${SHARED}${app}.zip`)
    server.clock.pass(6 * HOUR - 1)
    await addresses.resolveDue()
    expect(asked).toHaveLength(1)
    server.clock.pass(1)
    answer = async () => ({ failed: 'gone' })
    await addresses.resolveDue()
    expect(asked).toHaveLength(2)
    expect(addresses.find(settings())).toBe(`${SHARED}${app}`)
  })

  it('is known after the next start without a request', async () => {
    await (await create()).resolveDue()
    const next = await create()
    expect(next.find(settings())).toBe(`${SHARED}${app}.zip`)
    await next.resolveDue()
    expect(asked).toHaveLength(1)
  })

  it('is resolved one request at a time, however often it is saved', async () => {
    const addresses = await create()
    for (let i = 0; i < 5; i++) addresses.follow(settings())
    await addresses.resolveDue()
    expect(asked).toHaveLength(1)
  })

  it('that is saved again during its request is requested again, with its password', async () => {
    const addresses = await create()
    const shared = registry
    answer = async (url) => {
      if (asked.length === 1) {
        await save(`${SHARED}${app}/other?pwd=abc`)
        shared.put(settings())
      }
      return { url: `${url}.zip` }
    }
    await addresses.resolveDue()
    await until(() => addresses.find(settings()).endsWith('.zip'), 'the second resolution')
    expect(asked).toEqual([`${SHARED}${app} `, `${SHARED}${app}/other?pwd=abc abc`])
  })

  it('is dropped when the server stops', async () => {
    const addresses = await create()
    answer = async (url) => {
      addresses.close()
      return { url: `${url}.zip` }
    }
    await addresses.resolveDue()
    expect(addresses.find(settings())).toBe(`${SHARED}${app}`)
    addresses.follow(settings())
    expect(asked).toHaveLength(1)
  })
})
