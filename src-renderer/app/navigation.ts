import {
  Activity,
  AppWindow,
  BadgeCheck,
  Blocks,
  CalendarClock,
  ChartCandlestick,
  ChartPie,
  Code,
  DatabaseBackup,
  Gauge,
  Handshake,
  HeartPulse,
  House,
  Inbox,
  ListTree,
  Megaphone,
  Package,
  Radar,
  Receipt,
  ScrollText,
  Send,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Siren,
  Ticket,
  UserRound,
  Users,
  Wallet,
  Webhook,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Permission, Role } from '../../src-server/contract/permissions.ts'
import { mayShow, SCREENS, type ScreenName } from './screens.ts'

export interface NavigationItem {
  /** The name of a screen; its label is `common.nav.<route>`. */
  readonly route: ScreenName
  readonly icon: Component
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
      { route: 'home', icon: House },
      { route: 'live', icon: Activity },
      { route: 'fleet', icon: ChartPie },
      { route: 'expiring', icon: CalendarClock },
      { route: 'devices', icon: ChartCandlestick },
      { route: 'requests', icon: Inbox },
      { route: 'risk', icon: ShieldAlert },
      { route: 'rules', icon: Siren },
      { route: 'messages', icon: Send },
    ],
  },
  {
    name: 'licensing',
    items: [
      { route: 'applications', icon: AppWindow },
      { route: 'codes', icon: Ticket },
      { route: 'accounts', icon: UserRound },
      { route: 'fields', icon: ListTree },
      { route: 'webhooks', icon: Webhook },
    ],
  },
  {
    name: 'business',
    items: [
      { route: 'stock', icon: Package },
      { route: 'sales', icon: Receipt },
      { route: 'statement', icon: Wallet },
      { route: 'agents', icon: Handshake },
    ],
  },
  {
    name: 'people',
    items: [
      { route: 'developers', icon: Code },
      { route: 'plans', icon: Gauge },
      { route: 'staff', icon: Users },
      { route: 'roles', icon: ShieldCheck },
    ],
  },
  {
    name: 'platform',
    items: [
      { route: 'audit', icon: ScrollText },
      { route: 'capabilities', icon: Blocks },
      { route: 'certifications', icon: BadgeCheck },
      { route: 'announcements', icon: Megaphone },
      { route: 'backups', icon: DatabaseBackup },
      { route: 'reach', icon: Radar },
      { route: 'health', icon: HeartPulse },
      { route: 'settings', icon: Settings },
    ],
  },
]

/** The groups and screens that this person may see. */
export function navigationFor(
  may: (permission: Permission) => boolean,
  role: Role | undefined,
): NavigationGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter(({ route }) => mayShow(SCREENS[route], may, role)),
  })).filter((group) => group.items.length > 0)
}
