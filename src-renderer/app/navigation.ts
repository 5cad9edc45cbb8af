import { Activity, AppWindow, Ticket } from '@lucide/vue'
import type { Component } from 'vue'
import type { Role } from '../../src-server/contract/roles.ts'

export interface NavigationItem {
  /** The route's name; its label is `common.nav.<route>`. */
  readonly route: string
  readonly icon: Component
  readonly roles: readonly Role[]
}

export interface NavigationGroup {
  /** Its label is `common.nav_group.<name>`. */
  readonly name: string
  readonly items: readonly NavigationItem[]
}

const GROUPS: readonly NavigationGroup[] = [
  { name: 'monitor', items: [{ route: 'live', icon: Activity, roles: ['owner', 'developer', 'agent'] }] },
  {
    name: 'licensing',
    items: [
      { route: 'applications', icon: AppWindow, roles: ['owner', 'developer'] },
      { route: 'codes', icon: Ticket, roles: ['owner', 'developer', 'agent'] },
    ],
  },
]

/** What a role can't use is absent, not greyed. */
export function navigationFor(role: Role): NavigationGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter((item) => item.roles.includes(role)),
  })).filter((group) => group.items.length > 0)
}
