import { harmless, type Attempts, type Target } from './attempt.ts'

const SPAN = { from: 0, to: 4_102_000_000 }

export const fleetAttempts = ({ app, agent }: Target) =>
  ({
    fleet_curve: harmless(SPAN, { ...SPAN, app }, { ...SPAN, agent }),
  }) satisfies Partial<Attempts>
