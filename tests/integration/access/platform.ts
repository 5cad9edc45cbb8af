import { type Attempts, type Target } from './attempt.ts'

export const platformAttempts = (_: Target) => {
  return {} satisfies Partial<Attempts>
}
