import { describe, expect, it } from 'vitest'
import type { AgentRightsRecord } from '../../../src-server/contract/records/sale.ts'
import { matrixRows } from './rights-rows.ts'

const record = (app: number, name: string, change: Partial<AgentRightsRecord> = {}): AgentRightsRecord => ({
  agent: 2,
  agent_name: 'Sun',
  app,
  app_name: name,
  pause_open: false,
  pause_add: false,
  close_all: false,
  unbind: false,
  rebind: false,
  ...change,
})

describe('matrixRows', () => {
  it('has a row for each allowed application and each one that it sells, by name', () => {
    const rows = matrixRows(
      [record(2, 'Silver', { unbind: true })],
      new Map([
        [1, 'Gold'],
        [2, 'Silver'],
      ]),
      undefined,
    )
    expect(rows.map(({ name, has }) => [name, has.unbind])).toEqual([
      ['Gold', false],
      ['Silver', true],
    ])
    expect(rows[0]!.grantable).toEqual({
      pause_open: true,
      pause_add: true,
      close_all: true,
      unbind: true,
      rebind: true,
    })
  })

  it('offers no right that the giver lacks, and lets existing rights be taken away', () => {
    const [row] = matrixRows([record(1, 'Gold', { rebind: true })], new Map(), [
      record(1, 'Gold', { unbind: true }),
    ])
    expect(row!.grantable).toEqual({
      pause_open: false,
      pause_add: false,
      close_all: false,
      unbind: true,
      rebind: true,
    })
  })
})
