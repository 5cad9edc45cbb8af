import { harmless, missing, pages, type Attempts, type Target } from './attempt.ts'

export const auditAttempts = (target: Target) => {
  const { app, kami } = target
  return {
    audit_list: pages(
      [{ app }, { person: target.developer }, { subject_kind: 'application', subject_id: String(app) }],
      'Target',
    ),
    // The first row is an act of the target's developer.
    audit_get: missing({ id: 1 }),
    audit_actions: harmless({}),
    audit_export: harmless(
      { format: 'json' },
      { format: 'json', filter: { app } },
      { format: 'csv', search: 'Target' },
      { format: 'json', filter: { person: target.developer } },
    ),
    audit_verify: harmless({}, { last: true }),
    view_list: harmless({ list: 'codes' }),
    view_save: harmless({ list: 'codes', name: 'Mine', query: {}, columns: [] }),
    view_delete: missing({ id: target.view }),
    demo_start: [],
    demo_end: [],
    start_get: [],
    preferences_get: harmless({}),
    preferences_set: harmless({ theme: 'dark' }),
    palette_search: [
      ...harmless({ text: 'Target' }, { text: 'targetuser' }, { text: 'own developer' }),
      ...harmless({ text: kami }, { text: kami.slice(0, 4) }, { text: '1@A' }, { text: String(app) }),
    ],
  } satisfies Partial<Attempts>
}
