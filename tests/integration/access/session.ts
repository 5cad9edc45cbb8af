import { type Attempts, type Target } from './attempt.ts'

export const sessionAttempts = (_: Target) => {
  return {
    login: [],
    setup: [],
    logout: [],
    me: [{ input: {}, expected: { harmless: true } }],
  } satisfies Partial<Attempts>
}
