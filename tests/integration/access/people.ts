import { type Attempts, type Target } from './attempt.ts'

export const peopleAttempts = (_: Target) => {
  return {} satisfies Partial<Attempts>
}
