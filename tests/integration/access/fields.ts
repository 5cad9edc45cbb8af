import { missing, type Attempts, type Target } from './attempt.ts'

const content = { name: 'taken', place: 'both', kind: 'text' }

export const fieldAttempts = ({ field, app }: Target) =>
  ({
    field_list: [
      { input: {}, expected: { none: true } },
      { input: { app }, expected: { none: true } },
    ],
    field_save: missing({ field, ...content }),
    field_delete: [...missing({ field }), ...missing({ field, dry_run: true })],
  }) satisfies Partial<Attempts>
