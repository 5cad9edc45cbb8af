import { harmless, type Attempts, type Target } from './attempt.ts'

/** Only the owner may call it, or it is about the caller. */
export const mailAttempts = (_: Target) => {
  return {
    mail_test: harmless({}, { to: 'foreign@example.com' }),
    mailbox_missing: harmless({}),
    notice_get: harmless({}),
    notice_set: harmless({ security: true }),
  } satisfies Partial<Attempts>
}
