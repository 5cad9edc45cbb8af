import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listInput } from './paging.ts'

const input = listInput(['id', 'name'], { app: z.int(), state: z.enum(['y', 'n']) })

describe('listInput', () => {
  it('defaults to a first page of 50 and an empty filter', () => {
    expect(input.parse({})).toEqual({ page: 1, size: 50, filter: {} })
  })

  it('takes known members', () => {
    const given = { page: 3, size: 500, sort: 'name', desc: true, search: ' x ', filter: { app: 1 } }
    expect(input.parse(given)).toEqual({ ...given, search: 'x' })
  })

  it.each([
    { page: 0 },
    { page: 1.5 },
    { page: '1' },
    { page: 1_000_001 },
    { size: 0 },
    { size: 501 },
    { sort: 'password_hash' },
    { sort: '' },
    { desc: 'yes' },
    { search: 'x'.repeat(201) },
    { filter: { state: 'x' } },
    { filter: { owner: 1 } },
    { filter: null },
    { limit: 5 },
    { __proto__: null, page: -1 },
  ])('refuses %o', (given) => {
    expect(input.safeParse(given).success).toBe(false)
  })
})
