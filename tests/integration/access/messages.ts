import { harmless, pages, skipped, type Attempts, type Target } from './attempt.ts'

/** A message about the target's account to `ou_Target` that was given up. */
export const messageAttempts = ({ app, device, message }: Target) => {
  return {
    message_list: pages(
      [
        { app },
        { device },
        { kind: 'messenger' },
        { purpose: 'notify' },
        { state: 'dead' },
        { app, state: 'dead' },
      ],
      'Target',
    ),
    message_counts: harmless({}),
    message_resend: skipped({ ids: [message] }),
    message_discard: skipped({ ids: [message] }),
  } satisfies Partial<Attempts>
}
