import { expect, it } from 'vitest'
import type { AgentRecord } from '../../../src-server/contract/records/person.ts'
import { agentsBelow } from './agents-below.ts'

const agent = (id: number, parent: number | null): AgentRecord => ({
  id,
  parent,
  name: `Agent ${id}`,
  state: 'active',
  level: 1,
  own: false,
  email: '',
  qq: '',
  note: '',
})

it('the tree has each agent below the agent that gives to it, and no others', () => {
  const all = [agent(1, null), agent(2, 1), agent(3, 2), agent(4, 1), agent(5, null), agent(6, 5)]
  expect(agentsBelow(1, all).map(({ record, depth }) => [record.id, depth])).toEqual([
    [2, 0],
    [3, 1],
    [4, 0],
  ])
  expect(agentsBelow(3, all)).toEqual([])
})
