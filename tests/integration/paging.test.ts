import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

interface Paging {
  readonly size: number
  readonly sort?: string | undefined
  readonly desc?: boolean | undefined
  readonly after?: string
}
interface Listed {
  readonly rows: readonly { readonly id: number }[]
  readonly next?: string | null | undefined
}
interface List {
  readonly name: 'audit_list' | 'code_list' | 'account_list'
  readonly sorts: readonly string[]
  /** Adds a row to the list. */
  readonly insert: () => Promise<unknown>
}

const LISTS: readonly List[] = [
  {
    name: 'audit_list',
    sorts: ['id'],
    insert: () => server.act('app_update', { app, version: String(++made) }),
  },
  {
    name: 'code_list',
    sorts: ['id', 'kami', 'created_at', 'use_time', 'end_time'],
    insert: () => server.act('code_generate', { app, type: 'permanent', count: 1 }),
  },
  {
    name: 'account_list',
    sorts: ['id', 'user', 'vip', 'created_at', 'last_login_at'],
    insert: () => {
      const row = { user: `user_${++made}`, qq: String(made), password: 'secret-1', vip: (made % 3) * 100 }
      return server.act('account_import', { app, rows: [row] })
    },
  },
]

const read = async (list: List, paging: Paging): Promise<Listed> =>
  await (await server.owner()).call(list.name, { ...paging, filter: { app } } as never)

describe.each(LISTS)('$name', (list) => {
  beforeAll(async () => {
    for (let i = 0; i < 12; i++) await list.insert()
  })

  it('loses and doubles no row while others insert between its pages, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...list.sorts),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
        async (sort, desc, size, inserts) => {
          const before = (await read(list, { size: 500, sort, desc })).rows.map(({ id }) => id)
          const seen: number[] = []
          let after: string | null | undefined
          let turn = 0
          do {
            const page = await read(list, { size, sort, desc, ...(typeof after === 'string' && { after }) })
            seen.push(...page.rows.map(({ id }) => id))
            after = page.next
            const more = turn < inserts.length ? inserts[turn]! : 0
            turn += 1
            for (let i = 0; i < more; i++) await list.insert()
          } while (typeof after === 'string')
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen.filter((id) => before.includes(id))).toEqual(before)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('refuses a cursor of another order and an invented one', async () => {
    const owner = await server.owner()
    const { next } = await read(list, { size: 1, sort: 'id' })
    const invented = Buffer.from('["id"]').toString('base64url')
    for (const after of [invented, 'x'])
      expect(await owner.try(list.name, { after })).toMatchObject({
        code: 422,
        fields: { after: 'of another list' },
      })
    if (list.sorts.length > 1)
      expect(await owner.try(list.name, { after: next, sort: list.sorts[1] })).toMatchObject({ code: 422 })
  })
})
