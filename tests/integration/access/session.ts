import { harmless, missing, type Attempts, type Target } from './attempt.ts'

export const sessionAttempts = (_: Target) => {
  return {
    login: [],
    setup: [],
    logout: [],
    me: harmless({}),
    step_up: [],
    job_list: harmless({}),
    job_cancel: missing({ id: 'nosuch' }),
  } satisfies Partial<Attempts>
}
