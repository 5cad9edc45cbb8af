import { harmless, missing, skipped, SOON, type Attempts, type Target } from './attempt.ts'

/** The target's application takes unsigned calls, which is a risk of its developer. */
export const riskAttempts = ({ app, device, rule, snooze, staff }: Target) => {
  const none = (input: unknown) => ({ input, expected: { none: true } }) as const
  return {
    risk_list: [none({}), none({ app }), none({ kind: 'weak_setting' }), none({ acknowledged: false })],
    market_calendar: harmless({}),
    risk_groups: [none({}), none({ app }), none({ kind: 'weak_setting' }), none({ acknowledged: false })],
    risk_snooze: [
      ...missing({ device, until: SOON }),
      ...missing({ rule, until: SOON }),
      ...missing({ kind: 'silent', app, until: SOON }),
    ],
    risk_snoozes: [none({})],
    risk_snooze_end: missing({ snooze }),
    app_escalations: [none({})],
    app_escalation_set: missing({ app, minutes: 5, people: [staff] }),
    risk_counts: harmless({}),
    risk_acknowledge: skipped(
      { keys: [`weak_setting:${app}:unsigned`], note: 'taken' },
      { groups: [`open:high:weak_setting:${app}:weak_setting:${app}:unsigned`], note: 'taken' },
    ),
  } satisfies Partial<Attempts>
}
