import {
  Activity,
  AppWindow,
  BadgeCheck,
  Blocks,
  CalendarClock,
  ChartCandlestick,
  Code,
  DatabaseBackup,
  Gauge,
  HeartPulse,
  Inbox,
  Megaphone,
  ScrollText,
  Settings,
  ShieldCheck,
  Ticket,
  UserRound,
  Users,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Permission } from '../../src-server/contract/permissions.ts'

export interface NavigationItem {
  /** The route's name; its label is `common.nav.<route>`. */
  readonly route: string
  readonly icon: Component
  /** What one needs to see it: its route's `meta.permission`. */
  readonly permission: Permission
}

export interface NavigationGroup {
  /** Its label is `common.nav_group.<name>`. */
  readonly name: string
  readonly items: readonly NavigationItem[]
}

const GROUPS: readonly NavigationGroup[] = [
  {
    name: 'monitor',
    items: [
      { route: 'live', icon: Activity, permission: 'devices' },
      { route: 'expiring', icon: CalendarClock, permission: 'devices' },
      { route: 'devices', icon: ChartCandlestick, permission: 'devices' },
      { route: 'requests', icon: Inbox, permission: 'requests' },
    ],
  },
  {
    name: 'licensing',
    items: [
      { route: 'applications', icon: AppWindow, permission: 'applications' },
      { route: 'codes', icon: Ticket, permission: 'codes' },
      { route: 'accounts', icon: UserRound, permission: 'accounts' },
    ],
  },
  {
    name: 'people',
    items: [
      { route: 'developers', icon: Code, permission: 'people' },
      { route: 'plans', icon: Gauge, permission: 'people' },
      { route: 'staff', icon: Users, permission: 'staff' },
      { route: 'roles', icon: ShieldCheck, permission: 'staff' },
    ],
  },
  {
    name: 'platform',
    items: [
      { route: 'audit', icon: ScrollText, permission: 'audit' },
      { route: 'capabilities', icon: Blocks, permission: 'platform' },
      { route: 'certifications', icon: BadgeCheck, permission: 'platform' },
      { route: 'announcements', icon: Megaphone, permission: 'platform' },
      { route: 'backups', icon: DatabaseBackup, permission: 'backups' },
      { route: 'health', icon: HeartPulse, permission: 'platform' },
      { route: 'settings', icon: Settings, permission: 'platform' },
    ],
  },
]

/** What somebody can't use is absent, not greyed. */
export function navigationFor(may: (permission: Permission) => boolean): NavigationGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter((item) => may(item.permission)),
  })).filter((group) => group.items.length > 0)
}
