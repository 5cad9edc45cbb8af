import { MESSAGE_KINDS, MESSAGE_PURPOSES, MESSAGE_STATES } from '../outgoing-names.ts'
import { choice, id, number, reference, text, time } from './field.ts'
import { subject } from './subject.ts'

/** A message that leaves the machine, and its delivery. */
export const MESSAGE = subject(
  {
    id: id(),
    kind: choice(MESSAGE_KINDS, { filter: true }),
    purpose: choice(MESSAGE_PURPOSES, { filter: true }),
    /** null for the platform's own. */
    app: reference('application', { nullable: true, filter: true }),
    app_name: text(64, { computed: true }),
    /** The trading account that it is about, by its id and its key; the key is empty where there is none any more. */
    device: reference('device', { nullable: true, filter: true }),
    account_key: text(128, { computed: true }),
    /**
     * The messenger's open_id, the name of a person's channel, or a mailbox with its name covered: `a***@example.com`. Empty
     * where there is nobody.
     */
    to: text(254, { computed: true }),
    /** The subject line of a mail. */
    subject: text(255, {}),
    text: text(4000, {}),
    state: choice(MESSAGE_STATES, { filter: true }),
    attempts: number({}),
    /** When it is tried next; null for what isn't waiting. */
    next_at: time({ nullable: true }),
    /** A word of DELIVERY_ERRORS, and after a space the service's own code; empty where nothing failed. */
    last_error: text(255, {}),
    /** Since when it waits, or waited: a message that is tried anew begins anew. */
    created_at: time({}),
    sent_at: time({ nullable: true }),
  },
  {
    /** Waiting since then, or later, and before then. */
    from: time({}),
    to: time({}),
  },
)
