import { missing, pages, type Attempts, type Target } from './attempt.ts'

export const codesAttempts = (target: Target) => {
  const { app, kami, batch } = target
  return {
    code_generate: missing({ app, type: 'permanent', count: 1 }),
    code_import: missing({ app, rows: [{ kami: 'STOLEN', type: 'permanent' }] }),
    code_list: [
      ...pages([{ app }, { kami }, { batch }, { state: 'unused' }, { agent: target.agent }]),
      { input: { search: kami }, expected: { none: true } },
    ],
  } satisfies Partial<Attempts>
}
