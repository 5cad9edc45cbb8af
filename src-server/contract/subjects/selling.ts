import { CODE_TYPES } from '../code-names.ts'
import { LEDGER_KINDS, MAX_MONEY, MAX_QUOTA } from '../sales-names.ts'
import { choice, flag, id, number, person, reference, text, time } from './field.ts'
import { subject } from './subject.ts'

/** An agent's right to sell (the specification, Roles: Agent). Money is integer minor units. */
export const ALLOCATION = subject({
  id: id(),
  agent: person('agent', { filter: true }),
  agent_name: text(64, { computed: true, search: true }),
  /** The allocation of the agent above it; null for one that is the developer's. */
  parent: reference('allocation', { nullable: true }),
  app: reference('application', { filter: true }),
  app_name: text(64, { computed: true, search: true }),
  /** The application allows several accounts for one code. */
  several_accounts: flag({ computed: true }),
  /** Whose books it is paid in. */
  book: number({ computed: true }),
  type: choice(CODE_TYPES, {}),
  seconds: number({}),
  left: number({ nullable: true }),
  unit: text(16, { nullable: true }),
  amount: number({ nullable: true }),
  quota: number({ min: 0, max: MAX_QUOTA, edit: true }),
  /** Taken and not given back, a code with several seats as many times; with what agents below it have of it. */
  used: number({}),
  price: number({ min: 0, max: MAX_MONEY, edit: true }),
  closed: flag({ edit: true, filter: true }),
  note: text(255, { trim: true, edit: true, search: true }),
  created_at: time({ sort: true }),
})

/** An agent's account in somebody's books. */
export const LEDGER_ACCOUNT = subject({
  id: id(),
  agent: person('agent', { filter: true }),
  agent_name: text(64, { computed: true, search: true }),
  balance: number({ sort: true }),
})

/** The texts of a payment or a correction. */
export const PAYMENT = {
  /** Such as the number of a bank transfer. */
  reference: text(100, { trim: true }),
  note: text(255, { trim: true }),
}

/** A line of one agent's account. */
export const LEDGER_LINE = subject(
  { id: id(), kind: choice(LEDGER_KINDS, { filter: true }) },
  {
    agent: person('agent', {}),
    book: person('book', {}),
    /** From then on, and before then. */
    from: number({}),
    to: number({}),
  },
)

/** Codes that were generated together, as they were ordered. */
export const BATCH = subject({
  id: id(),
  app: reference('application', { filter: true }),
  type: choice(CODE_TYPES, { filter: true }),
  /** The number of ordered codes. */
  count: number({ sort: true }),
  prefix: text(32, { search: true }),
  note: text(255, { edit: true, search: true }),
  created_at: time({ sort: true }),
})
