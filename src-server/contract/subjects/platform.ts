import {
  ANNOUNCEMENT_STATES,
  APP_STATES,
  AUDIENCES,
  CERTIFICATION_STATES,
  FILE_KINDS,
} from '../platform-names.ts'
import { RISK_KINDS } from '../sales-names.ts'
import { choice, flag, id, number, person, reference, text, time } from './field.ts'
import { subject } from './subject.ts'

/** The last time that an announcement or a certification may name: the end of the year 2099. */
const LATEST = 4_102_444_800

/** An address that is certified for a product. */
export const CERTIFICATION = subject({
  /** `proid` of the self-service action `rzquery`. */
  product: text(64, {
    required: 'create',
    trim: true,
    min: 1,
    edit: true,
    sort: true,
    search: true,
    filter: true,
  }),
  /** A host, with its port where it isn't the usual one; a whole address is cut down to it. */
  url: text(255, { required: 'create', trim: true, min: 1, edit: true, sort: true, search: true }),
  holder: text(100, { trim: true, edit: true, search: true }),
  note: text(255, { trim: true, edit: true, search: true }),
  /** null never ends. */
  expires_at: time({ nullable: true, max: LATEST, edit: true, sort: true }),
  disabled: flag({ edit: true }),
  id: id(),
  created_at: time({}),
  state: choice(CERTIFICATION_STATES, { computed: true, filter: true }),
})

/** An announcement of the owner to operators who sign in. */
export const ANNOUNCEMENT = subject({
  title: text(100, { required: 'create', trim: true, min: 1, edit: true, search: true }),
  text: text(4000, { trim: true, edit: true, search: true }),
  audience: choice(AUDIENCES, { edit: true }),
  starts_at: time({ max: LATEST, edit: true, sort: true }),
  /** null never ends. */
  ends_at: time({ nullable: true, max: LATEST, edit: true }),
  id: id(),
  created_by: text(64, {}),
  created_at: time({}),
  state: choice(ANNOUNCEMENT_STATES, { computed: true }),
})

/** A download of an application. */
export const FILE = subject({
  /** `share`: a page of a file-sharing service that leads to the file. */
  kind: choice(FILE_KINDS, { edit: true }),
  url: text(2048, { required: 'create', edit: true, search: true }),
  /** A shared page's access password. */
  password: text(64, { edit: true }),
  note: text(255, { edit: true, search: true }),
  enabled: flag({ edit: true, filter: true }),
  id: id(),
  app: reference('application', { filter: true }),
  /** Where a shared link leads, empty as long as it isn't known. */
  resolved_url: text(2048, {}),
  resolved_at: time({ nullable: true }),
  /** Why it couldn't be resolved the last time. */
  resolve_error: text(255, {}),
  created_at: time({ sort: true }),
})

/** The order and the filters of a list of applications. An application's settings are `applicationSettings`. */
export const APPLICATION = subject(
  {
    app: number({ sort: true }),
    name: text(64, { sort: true, search: true }),
    state: choice(APP_STATES, { filter: true }),
    created_at: time({ sort: true }),
  },
  { owner: person('developer', { min: 1 }) },
)

/** A change as the audit log keeps it. */
export const AUDIT = subject(
  {
    id: id(),
    app: reference('application', { nullable: true, filter: true }),
    /** The person who acted. */
    person: person('operator', { filter: true }),
    action: text(64, { filter: true }),
    subject_kind: text(32, { filter: true }),
    /** Together with its kind. */
    subject_id: text(256, { filter: true }),
  },
  {
    /** From then on, and before then. */
    from: number({ min: 0 }),
    to: number({ min: 0 }),
  },
)

/** A risk as the risk review shows it. */
export const RISK = subject(
  {
    kind: choice(RISK_KINDS, { filter: true }),
    app: reference('application', { nullable: true, filter: true }),
  },
  {
    acknowledged: flag({}),
    /** Whether somebody snoozes it, acknowledged or not. */
    snoozed: flag({}),
    /** The key of a group of `risk_groups`. */
    group: text(255, {}),
  },
)
