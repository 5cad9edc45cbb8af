import { type Attempts, type Target } from './attempt.ts'

export const sessionAttempts = (_: Target) => {
  return {
    login: [],
    setup: [],
    logout: [],
    job_list: [{ input: {}, expected: { harmless: true } }],
    job_cancel: [{ input: { id: 'nosuch' }, expected: { code: 404 } }],
    me: [{ input: {}, expected: { harmless: true } }],
  } satisfies Partial<Attempts>
}
