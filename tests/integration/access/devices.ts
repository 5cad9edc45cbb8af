import { FOREVER, harmless, missing, pages, skipped, type Attempts, type Target } from './attempt.ts'

export const devicesAttempts = (target: Target) => {
  const { app, device, rename } = target
  const span = { from: 0, to: 4_000_000_000 }
  return {
    device_list: [
      ...pages([
        { app },
        { agent: target.agent },
        { health: 'live' },
        { state: 'active' },
        { expires: 'past' },
      ]),
      { input: { filter: { app, health: 'live' }, search: '1@A' }, expected: { none: true } },
    ],
    device_get: missing({ id: device }),
    device_create: missing({ app, account_key: '2@A', vip: FOREVER }),
    device_same_number: missing({ app, account_key: '1@Elsewhere' }),
    device_update: missing({ id: device, vip: 0, disabled: true }),
    device_control: [
      { input: { ids: [device], pause_open: true, close_all: true }, expected: { skipped: true } },
      { input: { filter: { app }, pause_open: true, close_all: true }, expected: { skipped: true } },
      { input: { filter: { health: 'live', app }, pause_add: true }, expected: { skipped: true } },
    ],
    device_bulk: skipped(
      { ids: [device], label: 'mine' },
      { filter: { app }, disabled: true },
      { filter: { app }, search: '1@A', note: 'x', dry_run: true },
    ),
    device_extend: skipped({ ids: [device], seconds: 60 }, { filter: { app }, until: FOREVER }),
    device_delete: skipped({ ids: [device] }, { filter: { app }, dry_run: true }),
    device_move: missing({ id: device, account_key: '5@A' }),
    server_list: harmless({ app }, { search: 'Target' }),
    server_rename: missing({ from: 'A', to: 'Elsewhere', app }),
    server_rename_list: harmless({}),
    server_rename_undo: missing({ id: rename }),
    group_pause: [{ app }, { ids: [device] }, { app, agent: target.agent }].flatMap((group) =>
      missing({ group, accounts: 1, reason: 'x' }),
    ),
    group_close: missing({ group: { ids: [device] }, accounts: 1, pause: true, reason: 'x' }),
    group_resume: missing({ id: target.groupAct }),
    group_act_list: harmless({}),
    device_expiring: harmless({ filter: { app } }),
    device_export: harmless({ filter: { app } }, { search: '1@A', format: 'json' }),
    device_import: missing({ app, rows: [{ account_key: '2@A', vip: FOREVER }] }),
    device_history: missing({ id: device, ...span }),
    device_trends: harmless({ ids: [device], points: 10, ...span }),
    device_statistics: missing({ id: device }),
    device_days: missing({ id: device, ...span }),
    device_marks: missing({ id: device, ...span }),
    device_compare: missing({ ids: [device], fleet: true, ...span }),
    device_history_export: missing({ id: device, step: 'days', ...span }),
    device_note_list: missing({ id: device }),
    device_note_save: [
      ...missing({ id: device, at: 1, text: 'mine' }),
      ...missing({ id: device, note: target.note, at: 1, text: 'mine' }),
    ],
    device_note_delete: missing({ note: target.note }),
    device_report: missing({ id: device, heading: 'full', ...span }),
    report_link_list: missing({ id: device }),
    report_link_create: missing({ id: device, heading: 'full', live: true, seconds: 3600, ...span }),
    report_link_revoke: missing({ link: target.reportLink }),
  } satisfies Partial<Attempts>
}
