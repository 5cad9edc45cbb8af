import { FOREVER, missing, pages, type Attempts, type Target } from './attempt.ts'

export const devicesAttempts = (target: Target) => {
  const { app, device } = target
  return {
    device_list: [
      ...pages([{ app }, { agent: target.agent }, { health: 'live' }, { state: 'active' }]),
      { input: { filter: { app, health: 'live' }, search: '1@A' }, expected: { none: true } },
    ],
    device_get: missing({ id: device }),
    device_create: missing({ app, account_key: '2@A', vip: FOREVER }),
    device_update: missing({ id: device, vip: 0, disabled: true }),
    device_control: [
      { input: { ids: [device], pause_open: true, close_all: true }, expected: { skipped: true } },
      { input: { filter: { app }, pause_open: true, close_all: true }, expected: { skipped: true } },
      { input: { filter: { health: 'live', app }, pause_add: true }, expected: { skipped: true } },
    ],
    device_history: missing({ id: device, from: 0, to: 4_000_000_000 }),
  } satisfies Partial<Attempts>
}
