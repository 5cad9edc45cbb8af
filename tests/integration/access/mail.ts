import { harmless, type Attempts, type Target } from './attempt.ts'

/** Of the owner alone, or about the caller alone. */
export const mailAttempts = (_: Target) => {
  return {
    mail_test: harmless({}, { to: 'foreign@example.com' }),
    mailbox_missing: harmless({}),
    notice_get: harmless({}),
    notice_set: harmless({ security: true }),
  } satisfies Partial<Attempts>
}
