import { type Attempts, type Target } from './attempt.ts'

export const auditAttempts = (_: Target) => {
  return {} satisfies Partial<Attempts>
}
