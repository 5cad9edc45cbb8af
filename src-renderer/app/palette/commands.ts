import {
  AppWindow,
  BellRing,
  ChartCandlestick,
  CirclePause,
  CircleStop,
  Inbox,
  Keyboard,
  Languages,
  LayoutGrid,
  LogOut,
  MessageSquareText,
  Monitor,
  Moon,
  Pause,
  Plus,
  Rows3,
  ShieldAlert,
  Siren,
  Sun,
  UserRound,
} from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Permission } from '../../../src-server/contract/permissions.ts'
import { intend, type Intent } from '../../kit/navigation/intent.ts'
import { useBoardCommands } from './board-commands.ts'
import { navigationFor } from '../navigation.ts'
import { usePreferences, type Theme } from '../../kit/preferences/preferences.ts'
import { useSession } from '../../kit/session/session.ts'
import { LOCALE_NAMES, LOCALES } from '../../i18n/locales.ts'
import type { CommandItem } from '../../ui/command-item.ts'

export interface Command extends CommandItem {
  readonly run: () => void
}

/** A command that opens on its own screen: its route and the needed permission. */
const BEGUN: readonly (readonly [Intent, string, Permission, Command['icon']])[] = [
  ['new_application', 'applications', 'applications.edit', AppWindow],
  ['generate_codes', 'codes', 'codes.generate', Plus],
  ['new_account', 'accounts', 'accounts.edit', UserRound],
  ['new_device', 'devices', 'devices.create', ChartCandlestick],
  ['freeze', 'live', 'devices', Pause],
  ['review_requests', 'requests', 'requests.decide', Inbox],
  ['review_risks', 'risk', 'risk', ShieldAlert],
  ['new_rule', 'rules', 'rules', Siren],
  ['reply_templates', 'requests', 'requests.decide', MessageSquareText],
]
const THEME_ICONS: Readonly<Record<Theme, Command['icon']>> = { system: Monitor, light: Sun, dark: Moon }

/** Acts on groups, each with the words by which people in a hurry look for it, in both languages. */
const STOPS = [
  [
    'pause_all',
    'pause-all',
    CirclePause,
    'pause all opening stop halt panic emergency 暂停 停止 紧急 全部 开仓',
  ],
  ['close_group', 'close-all', CircleStop, 'close all flatten liquidate panic emergency 平仓 清仓 紧急 全部'],
] as const

/**
 * Everything that the palette finds without the server: the screens and commands that this person may use.
 */
export function useCommands(showKeys: () => void): () => { screens: Command[]; commands: Command[] } {
  const session = useSession()
  const preferences = usePreferences()
  const router = useRouter()
  const board = useBoardCommands()
  const { t } = useI18n()

  const screens = (): Command[] =>
    navigationFor(session.may, session.role).flatMap((group) =>
      group.items.map(({ route, icon }) => ({
        id: `screen:${route}`,
        label: t(`common.nav.${route}`),
        detail: t(`common.nav_group.${group.name}`),
        icon,
        run: () => void router.push({ name: route }),
      })),
    )
  const begun = (): Command[] =>
    BEGUN.filter(([, route, permission]) => session.may(permission) && router.hasRoute(route)).map(
      ([intent, route, , icon]) => ({
        id: `begin:${intent}`,
        label: t(`palette.begin.${intent}`),
        icon,
        run: () => {
          intend(intent)
          // The current screen keeps its filters.
          if (router.currentRoute.value.name !== route) void router.push({ name: route })
        },
      }),
    )
  const stops = (): Command[] =>
    STOPS.filter(([, route]) => router.hasRoute(route) && session.may('devices.control')).map(
      ([name, route, icon, words]) => ({
        id: `stop:${name}`,
        label: t(`palette.begin.${name}`),
        icon,
        words,
        run: () => void router.push({ name: route }),
      }),
    )
  const looks = (): Command[] => [
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme:${theme}`,
      label: t('palette.theme', { theme: t(`common.theme.${theme}`) }),
      icon: THEME_ICONS[theme],
      run: () => (preferences.theme = theme),
    })),
    ...LOCALES.filter((locale) => locale !== preferences.locale).map((locale) => ({
      id: `language:${locale}`,
      label: t('palette.language', { language: LOCALE_NAMES[locale] }),
      icon: Languages,
      words: 'language 语言',
      run: () => (preferences.locale = locale),
    })),
    {
      id: 'density',
      label: t('palette.density', {
        density: t(`common.density.${preferences.density === 'compact' ? 'comfortable' : 'compact'}`),
      }),
      icon: Rows3,
      run: () => (preferences.density = preferences.density === 'compact' ? 'comfortable' : 'compact'),
    },
  ]
  const wall = (): Command[] =>
    session.may('devices')
      ? [
          {
            id: 'wall',
            label: t('palette.begin.wall'),
            icon: LayoutGrid,
            words: 'wall display screen tv heat map full screen 大屏 电视 热力图 全屏',
            run: () => void router.push({ name: 'wall' }),
          },
        ]
      : []
  async function signOut(): Promise<void> {
    try {
      await session.signOut()
    } finally {
      await router.replace({ name: 'login' })
    }
  }
  return () => ({
    screens: screens(),
    commands: [
      ...begun(),
      ...wall(),
      ...stops(),
      ...board(),
      ...looks(),
      ...(session.may('risk')
        ? [
            {
              id: 'alarms',
              label: t('palette.begin.alarms'),
              icon: BellRing,
              words: 'alarm sound notification 警报 声音 通知 铃声',
              run: () => {
                intend('alarms')
              },
            },
          ]
        : []),
      { id: 'keys', label: t('palette.keys.title'), icon: Keyboard, run: showKeys },
      { id: 'sign_out', label: t('common.sign_out'), icon: LogOut, run: () => void signOut() },
    ],
  })
}
