import { harmless, missing, pages, skipped, type Attempts, type Target } from './attempt.ts'

export const codesAttempts = (target: Target) => {
  const { app, kami, batch, code } = target
  const bulk = (change: object = {}) =>
    skipped(
      { ids: [code], ...change },
      { filter: { app }, ...change },
      { filter: { kami }, dry_run: true, ...change },
    )
  return {
    code_generate: missing({ app, type: 'permanent', count: 1 }),
    code_import: missing({ app, rows: [{ kami: 'STOLEN', type: 'permanent' }] }),
    code_list: [
      ...pages([{ app }, { kami }, { batch }, { state: 'unused' }, { agent: target.agent }]),
      { input: { search: kami }, expected: { none: true } },
    ],
    code_get: missing({ id: code }),
    code_update: [
      ...bulk({ disabled: true }),
      ...bulk({ note: 'taken' }),
      ...bulk({ agent: null }),
      ...bulk({ convert: { type: 'points', amount: 1 } }),
    ],
    code_delete: bulk(),
    code_restore: bulk(),
    code_purge: skipped({ ids: [code], dry_run: true }, { filter: { app }, dry_run: true }),
    code_unbind: bulk(),
    code_export: harmless({}, { ids: [code] }, { filter: { app }, format: 'json' }, { search: kami }),
    batch_list: pages([{ app }]),
    batch_get: missing({ id: batch }),
    batch_update: missing({ id: batch, note: 'taken' }),
  } satisfies Partial<Attempts>
}
