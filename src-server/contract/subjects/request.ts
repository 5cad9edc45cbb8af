import { REQUEST_KINDS, REQUEST_STATES } from '../request-names.ts'
import { choice, id, person, reference, time } from './field.ts'
import { subject } from './subject.ts'

/** The order and the filters of a list of customers' requests. */
export const REQUEST = subject({
  id: id(),
  kind: choice(REQUEST_KINDS, { filter: true }),
  state: choice(REQUEST_STATES, { filter: true }),
  app: reference('application', { filter: true }),
  /** The agent responsible now. */
  agent: person('agent', { nullable: true, filter: true }),
  created_at: time({ sort: true }),
  ended_at: time({ nullable: true, sort: true }),
})
