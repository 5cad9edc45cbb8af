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
  Handshake,
  HeartPulse,
  House,
  Inbox,
  Megaphone,
  Package,
  Receipt,
  ScrollText,
  Send,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Ticket,
  UserRound,
  Users,
  Wallet,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Permission } from '../../src-server/contract/permissions.ts'
import type { Role } from '../../src-server/contract/roles.ts'

export interface NavigationItem {
  /** The route's name; its label is `common.nav.<route>`. */
  readonly route: string
  readonly icon: Component
  /** What one needs to see it: its route's `meta.permission`. */
  readonly permission: Permission
  /** The only ones who have such a screen: its route's `meta.roles`. */
  readonly roles?: readonly Role[]
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
      { route: 'home', icon: House, permission: 'sales', roles: ['agent'] },
      { route: 'live', icon: Activity, permission: 'devices' },
      { route: 'expiring', icon: CalendarClock, permission: 'devices' },
      { route: 'devices', icon: ChartCandlestick, permission: 'devices' },
      { route: 'requests', icon: Inbox, permission: 'requests' },
      { route: 'risk', icon: ShieldAlert, permission: 'risk' },
      { route: 'messages', icon: Send, permission: 'applications', roles: ['owner', 'developer'] },
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
    name: 'business',
    items: [
      { route: 'stock', icon: Package, permission: 'sales', roles: ['agent'] },
      { route: 'sales', icon: Receipt, permission: 'sales' },
      { route: 'statement', icon: Wallet, permission: 'sales', roles: ['agent'] },
      { route: 'agents', icon: Handshake, permission: 'sales' },
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
export function navigationFor(
  may: (permission: Permission) => boolean,
  role: Role | undefined,
): NavigationGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter(
      ({ permission, roles }) =>
        may(permission) && (roles === undefined || roles.some((one) => one === role)),
    ),
  })).filter((group) => group.items.length > 0)
}
