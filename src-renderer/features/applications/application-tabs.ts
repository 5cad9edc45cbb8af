import type { Permission } from '../../../src-server/contract/permissions.ts'
import { SETTING_TABS } from './setting-tabs.ts'

export interface ApplicationTab {
  /** Its label is `applications.tab.<name>`. */
  readonly name: string
  /** Without it the tab isn't there. */
  readonly permission?: Permission
}

/** What changes at once stands between what is typed and saved: next to the settings it belongs to. */
const AFTER: Readonly<Record<string, readonly ApplicationTab[]>> = {
  protocol: [{ name: 'capabilities' }, { name: 'protection' }],
  mt5: [{ name: 'files', permission: 'files' }],
}

/** Everything of an application's page, in the order people need it. */
export const APPLICATION_TABS: readonly ApplicationTab[] = SETTING_TABS.flatMap(({ name }) => [
  { name },
  ...(AFTER[name] ?? []),
])
