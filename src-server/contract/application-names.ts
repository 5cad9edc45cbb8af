/** The keys that clients hold. */
export const APP_KEYS = ['appkey', 'rc4_key'] as const
export type AppKey = (typeof APP_KEYS)[number]
/** The longest time for which a replaced key stays valid, seconds. */
export const MAX_KEY_OVERLAP = 30 * 86_400
/** The same of a key that signs answers, which programs can't replace by themselves. */
export const MAX_ANSWER_KEY_OVERLAP = 365 * 86_400

/** The clients that the server fills in (docs/protocol.md 9): one for each folder of src-server/kits/. */
export const KIT_TYPES = [
  'mql5',
  'mql4',
  'python',
  'javascript',
  'php',
  'java',
  'lua',
  'c',
  'epl',
  'andlua1',
  'andlua2',
] as const
export type KitType = (typeof KIT_TYPES)[number]
/** The kits of trading terminals. They call the endpoints for MT5, which need MT5 on. */
export const TERMINAL_KITS: readonly KitType[] = ['mql5', 'mql4']
/** For how long a link to a kit may be good, seconds: an hour, a day, a week. */
export const KIT_LINK_LIVES = [3600, 86_400, 604_800] as const
/** The most uses of a link to a kit. */
export const MAX_KIT_LINK_USES = 20
/** Links of one application that are open at the same time at most. */
export const MAX_OPEN_KIT_LINKS = 50
export const KIT_LINK_STATES = ['open', 'used_up', 'expired', 'revoked'] as const
export type KitLinkState = (typeof KIT_LINK_STATES)[number]
/** What a new application is for. `ea`: MT5 on, with trials and a drawdown threshold. `codes`: a program that checks codes. */
export const PRESETS = ['ea', 'codes'] as const
export type Preset = (typeof PRESETS)[number]
