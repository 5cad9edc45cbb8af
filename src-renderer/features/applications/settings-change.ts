import type {
  ApplicationChange,
  ApplicationRecord,
} from '../../../src-server/contract/records/application.ts'

function changedMembers<T extends object>(saved: T, draft: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const name of Object.keys(saved) as (keyof T)[]) {
    if (saved[name] !== draft[name]) changed[name] = draft[name]
  }
  return changed
}

/** What app_update needs to be told: only the members that differ, so that two people's changes don't undo each other. */
export function settingsChange(saved: ApplicationRecord, draft: ApplicationRecord): ApplicationChange {
  const { unbind, pay, mt5, scripts, ...plain } = saved
  const { unbind: newUnbind, pay: newPay, mt5: newMt5, scripts: newScripts, ...newPlain } = draft
  const groups = {
    unbind: changedMembers(unbind, newUnbind),
    pay: changedMembers(pay, newPay),
    mt5: changedMembers(mt5, newMt5),
    scripts: changedMembers(scripts, newScripts),
  }
  return {
    ...changedMembers(plain, newPlain),
    ...Object.fromEntries(Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0)),
  }
}
