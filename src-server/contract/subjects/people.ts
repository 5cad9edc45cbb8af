import { MAX_QQ_LENGTH } from '../limits.ts'
import { PERSON_STATES, SIGN_IN_OUTCOMES } from '../people.ts'
import { choice, flag, id, number, part, person, reference, text, time } from './field.ts'
import { subject } from './subject.ts'

/** The data of a person who signs in. */
const SETTINGS = {
  name: text(64, { required: 'create', trim: true, min: 1, edit: true, sort: true, search: true }),
  /** A mailbox, or empty. */
  email: text(254, { edit: true, search: true }),
  /** Customers know the person by it on QQ: the public action `user` finds it. Empty for none. */
  qq: text(MAX_QQ_LENGTH, { trim: true, edit: true }),
  note: text(2000, { edit: true, search: true }),
}

const PERSON = {
  ...SETTINGS,
  id: id(),
  state: choice(PERSON_STATES, { computed: true, filter: true }),
  /** Why the person is frozen or banned. */
  reason: text(255, {}),
  invitation: part({}),
  /** Whether a code of an authenticator is asked for beside the password. */
  totp: flag({ computed: true }),
  last_sign_in_at: time({ nullable: true, sort: true }),
  created_at: time({ sort: true }),
}

export const DEVELOPER = subject({
  ...PERSON,
  plan: reference('plan', { nullable: true, min: 1, filter: true }),
  /** Empty without a plan: nothing is limited then. */
  plan_name: text(64, { computed: true }),
  plan_ends_at: time({ nullable: true }),
  applications: number({ computed: true }),
})

export const STAFF = subject({
  ...PERSON,
  role: reference('role', { nullable: true, min: 1, filter: true }),
  role_name: text(64, { computed: true }),
})

export const AGENT = subject({
  id: id(),
  ...SETTINGS,
  state: choice(PERSON_STATES, { computed: true }),
  /** The agent above it; null for one that works for developers alone. */
  parent: person('agent', { nullable: true }),
  /** 1 for one that works for developers alone, 2 for one below it, and so on. */
  level: number({ computed: true }),
  /** Whether the caller looks after it: `agent_update`. Of others the rest is empty. */
  own: flag({ computed: true }),
})

const LIMIT = number({ nullable: true, min: 0, max: 1_000_000_000, edit: true })

/** The limits of a developer. null is no limit. */
export const PLAN = subject({
  name: text(64, { required: 'create', trim: true, min: 1, edit: true, sort: true, search: true }),
  max_applications: LIMIT,
  /** Codes outside the recycle bin, of all applications together; likewise trading accounts. */
  max_codes: LIMIT,
  max_devices: LIMIT,
  max_agents: LIMIT,
  /** Days from the day it is given to a developer; null never ends. */
  valid_days: number({ nullable: true, min: 1, max: 36_500, edit: true }),
  note: text(2000, { edit: true }),
  id: id(),
  /** The number of developers with this plan. */
  developers: number({ computed: true }),
  created_at: time({}),
})

/** The permissions of a member of staff. */
export const ROLE = subject({
  name: text(64, { required: 'create', trim: true, min: 1, edit: true, sort: true, search: true }),
  permissions: part({ edit: true }),
  id: id(),
  /** The number of staff with this role. */
  staff: number({ computed: true }),
  created_at: time({}),
})

/** Whose sessions and sign-ins: one person's, or everybody's whom the caller looks after. */
const WHOSE = { operator: person('operator', { min: 1 }), everyone: flag({}) }

export const SESSION = subject(
  { last_seen_at: time({ sort: true }), created_at: time({ sort: true }) },
  WHOSE,
)

export const SIGN_IN = subject({ id: id(), outcome: choice(SIGN_IN_OUTCOMES, { filter: true }) }, WHOSE)
