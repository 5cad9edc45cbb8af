import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT_RIGHTS } from '../../contract/sales-names.ts'
import { rightsBeyond, mayHaveAgents, NO_RIGHTS, rightsAlong, type Rights } from './agent-rights.ts'

const ALL: Rights = { pause_open: true, pause_add: true, close_all: true, unbind: true, rebind: true }
const rights = fc.record(
  Object.fromEntries(AGENT_RIGHTS.map((right) => [right, fc.boolean()])),
) as fc.Arbitrary<Rights & Record<string, boolean>>

describe('rightsAlong', () => {
  it('without any grant an agent has no rights', () => {
    expect(rightsAlong([])).toEqual(NO_RIGHTS)
    expect(rightsAlong([NO_RIGHTS, ALL])).toEqual(NO_RIGHTS)
  })

  it('removes exactly the rights that an agent above lacks', () => {
    fc.assert(
      fc.property(fc.array(rights, { minLength: 1, maxLength: 4 }), (chain) => {
        const left = rightsAlong(chain)
        for (const right of AGENT_RIGHTS) expect(left[right]).toBe(!chain.some((one) => !one[right]))
      }),
    )
  })
})

it('rightsBeyond names the rights that are given without being had', () => {
  expect(rightsBeyond(ALL, ALL)).toEqual([])
  expect(rightsBeyond(NO_RIGHTS, NO_RIGHTS)).toEqual([])
  expect(rightsBeyond({ ...ALL, rebind: false }, ALL)).toEqual(['rebind'])
  expect(rightsBeyond({ ...ALL, rebind: false, unbind: false }, { ...ALL, unbind: false })).toEqual([
    'rebind',
  ])
})

it('allows three levels of agents', () => {
  expect([1, 2, 3, 4].map(mayHaveAgents)).toEqual([true, true, false, false])
})
