import { CODE_TYPES } from '../code-names.ts'
import { MAX_CODE_LENGTH } from '../limits.ts'
import { MAX_MONEY, SALE_STATES } from '../sales-names.ts'
import { choice, flag, id, number, person, reference, text, time } from './field.ts'
import { subject } from './subject.ts'

/** A code that an agent took from its quota, and whom it was sold to. Money is integer minor units. */
export const SALE = subject(
  {
    id: id(),
    kami: text(MAX_CODE_LENGTH, { search: true }),
    /** null once the code is purged. */
    code: reference('code', { nullable: true }),
    app: reference('application', { filter: true }),
    app_name: text(255, { computed: true }),
    allocation: reference('allocation', { filter: true }),
    agent: person('agent', { filter: true }),
    agent_name: text(255, { computed: true }),
    type: choice(CODE_TYPES, { computed: true }),
    seconds: number({ computed: true }),
    left: number({ computed: true, nullable: true }),
    state: choice(SALE_STATES, { computed: true, filter: true }),
    /** Whether a customer has logged in with it: then it can't be given back. */
    used: flag({ computed: true }),
    /** The seats that the agent paid for. */
    seats: number({}),
    /** The price that the agent paid, for all seats. */
    price: number({}),
    /** The price that the customer pays. null until it is set. */
    sale_price: number({ nullable: true, min: 0, max: MAX_MONEY, edit: true }),
    customer: text(100, { trim: true, edit: true, search: true }),
    contact: text(100, { trim: true, edit: true, search: true }),
    note: text(255, { trim: true, edit: true, search: true }),
    taken_at: time({ sort: true }),
    sold_at: time({ nullable: true, sort: true }),
    refunded_at: time({ nullable: true }),
  },
  {
    /** Taken from then on, and before then. */
    from: time({}),
    to: time({}),
  },
)
