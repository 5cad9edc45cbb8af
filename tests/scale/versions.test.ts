import { afterAll, beforeAll, expect, it } from 'vitest'
import { CopiesWorld, readyStatus, tryCall, type RealCopy } from './copies-world.ts'
import { OtherVersion } from './other-version.ts'

const FOREVER = 4_102_243_200
/** Logins that a code of the load allows. */
const USES = 1_000_000
const KEY = '1@Versions'
/** Calls that a copy answers before the next step. */
const SOME = 10

const ADDS = {
  '0900_more': `ALTER TABLE devices ADD COLUMN colour text;--> statement-breakpoint
ALTER TABLE codes ADD COLUMN colour text;--> statement-breakpoint
ALTER TABLE sessions ADD COLUMN colour text;--> statement-breakpoint
ALTER TABLE changes ADD COLUMN colour text;--> statement-breakpoint
ALTER TABLE copies ADD COLUMN colour text;--> statement-breakpoint
ALTER TABLE audit ADD COLUMN colour text;--> statement-breakpoint
CREATE TABLE colours (id bigint PRIMARY KEY);`,
}
const TAKES = {
  '0901_contract_colours': 'DROP TABLE colours;',
  '0902_next': 'CREATE TABLE more_colours (id bigint);',
}
/** The sources of another version are in no cache: on a busy machine its start takes a minute. */
const SLOW_MS = 400_000
const newer = new OtherVersion('9.0.0', ADDS)
const next = new OtherVersion('10.0.0', { ...ADDS, ...TAKES })

let world: CopiesWorld
let app: number
let account: number

beforeAll(async () => {
  world = await CopiesWorld.open()
})
afterAll(async () => {
  await world.end()
  for (const version of [newer, next]) version.remove()
})

/** Programs and a person who call one copy until it closes its doors. */
class Load {
  answered = 0
  acts = 0
  readonly wrong: unknown[] = []
  readonly #done: Promise<unknown>
  #isOver = false

  constructor(copy: RealCopy, kami: string) {
    this.#done = Promise.all([this.#logIn(copy, kami), this.#pulse(copy), this.#act(copy)])
  }

  /** Nobody calls the copy any more. Every call that it took was answered. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
    expect(this.wrong).toEqual([])
  }

  async #repeat(
    copy: RealCopy,
    api: string,
    params: Record<string, unknown>,
    good: () => void,
  ): Promise<void> {
    while (!this.#isOver) {
      const reply = await tryCall(copy, api, app, params as never)
      if (reply?.code === 200) good()
      else this.wrong.push({ api, reply })
    }
  }

  #logIn(copy: RealCopy, kami: string): Promise<void> {
    return this.#repeat(copy, 'kmlogon', { kami, markcode: 'PC' }, () => this.answered++)
  }

  #pulse(copy: RealCopy): Promise<void> {
    return this.#repeat(copy, 'mt5pulse', { account_key: KEY, equity: 1, positions: 1 }, () => undefined)
  }

  async #act({ owner }: RealCopy): Promise<void> {
    while (!this.#isOver) {
      const label = `act ${++this.acts}`
      await owner.call('device_update', { id: account, label }).catch((error: unknown) => {
        this.wrong.push(error)
      })
    }
  }
}

/** Lets the load run until a copy has answered some more. */
async function someMore(load: Load): Promise<void> {
  const before = load.answered
  const isDone = () => load.answered >= before + SOME || load.wrong.length > 0
  await expect.poll(isDone, { timeout: SLOW_MS / 4 }).toBe(true)
}

it(
  'a newer version joins under load, an older one goes on and starts anew, and nothing is lost or doubled',
  { timeout: SLOW_MS },
  async () => {
    const first = await world.start()
    app = (await first.owner.call('app_create', { name: 'Gold Grid' })).app
    await first.owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
    account = (await first.owner.call('device_create', { app, account_key: KEY, vip: FOREVER })).id
    const { kamis } = await first.owner.call('code_generate', { app, type: 'count', amount: USES, count: 3 })
    const loads = [new Load(first, kamis[0]!)]
    await someMore(loads[0]!)

    const second = await world.startVersion(newer.server)
    loads.push(new Load(second, kamis[1]!))
    await Promise.all(loads.map(someMore))
    // A kind of records that only a newer version keeps in memory.
    await world.rows(`INSERT INTO changes (kind, key, copy) VALUES ('tomorrow', '{"a":1}', 'zz')`)
    await Promise.all(loads.map(someMore))

    const third = await world.start()
    loads.push(new Load(third, kamis[2]!))
    await Promise.all(loads.map(someMore))
    const { rows } = await second.owner.call('copy_list', {})
    expect(new Set(rows.map(({ version }) => version)).size).toBe(2)
    expect(await Promise.all([first, second, third].map(readyStatus))).toEqual([200, 200, 200])

    for (const load of loads) await load.end()
    for (const [at, load] of loads.entries()) {
      const listed = await second.owner.call('code_list', { search: kamis[at]! })
      expect(USES - (listed.rows[0]?.left ?? NaN)).toBe(load.answered)
    }
    const acts = await world.rows<{ acts: number }>(
      `SELECT count(*)::int AS acts FROM audit WHERE action = 'device_update'`,
    )
    expect(acts).toEqual([{ acts: loads.reduce((sum, load) => sum + load.acts, 0) }])
    console.log(
      `versions: ${loads.map(({ answered, acts }) => `${answered} logins, ${acts} acts`).join('; ')}`,
    )
    for (const one of [first, third]) expect(one.program.errors).not.toMatch(/"level":"error"/)
  },
)

it(
  'a version that builds on what older ones lose is refused while they run, with a reason',
  { timeout: SLOW_MS },
  async () => {
    const refused = world.run([], next.server)
    expect(await refused.ended).toBe(1)
    expect(refused.errors).toMatch(/Servers of an older version run on .+ Stop them, then start this one/)
    expect(await world.rows(`SELECT tag FROM migrations WHERE tag >= '0901'`)).toEqual([])
  },
)
