import { harmless, missing, type Attempts, type Target } from './attempt.ts'

export const importsAttempts = ({ imported }: Target) =>
  ({
    import_list: harmless({ kind: 'code' }, { kind: 'device' }, { kind: 'account' }),
    import_undo: [...missing({ id: imported, dry_run: true }), ...missing({ id: imported })],
  }) satisfies Partial<Attempts>
