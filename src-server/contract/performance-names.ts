/** The periods with figures of a trading account. Each ends now and begins with a day of the server's wall clock. */
export const PERFORMANCE_PERIODS = ['day', 'week', 'month', 'quarter', 'year', 'all'] as const
export type PerformancePeriod = (typeof PERFORMANCE_PERIODS)[number]

/** The steps of an exported history, seconds. `days` is a day of the server's wall clock, with its profit. */
export const HISTORY_STEPS = { minute: 60, ten_minutes: 600, hour: 3600, days: 86_400 } as const
export type HistoryStep = keyof typeof HISTORY_STEPS

/** The kinds of marks in the history of a trading account, and what each can say. */
export const MARK_KINDS = ['command', 'alert', 'rule', 'pause', 'licence', 'note'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** Changes of a trading account that its chart shows. `renewed` and `shortened` are about the end of its licence. */
export const DEVICE_EVENTS = [
  'pause_open',
  'pause_add',
  'pause_both',
  'resumed',
  'renewed',
  'shortened',
  'disabled',
  'enabled',
] as const
export type DeviceEventName = (typeof DEVICE_EVENTS)[number]

/** The name of the trading account in a report: its number and server, its label, its masked number, or none of them. */
export const REPORT_HEADINGS = ['full', 'label', 'masked', 'none'] as const
export type ReportHeading = (typeof REPORT_HEADINGS)[number]

/** The bounds for the life of a link to a report, seconds. */
export const REPORT_LINK_SECONDS = { least: 3600, most: 90 * 86_400 } as const
export const MAX_OPEN_REPORT_LINKS = 20
export const REPORT_LINK_STATES = ['open', 'ended', 'revoked'] as const
export type ReportLinkState = (typeof REPORT_LINK_STATES)[number]

export const MAX_NOTE_LENGTH = 500
/** Notes that a trading account can have. */
export const MAX_NOTES = 500
/** Accounts that one chart compares with its own. */
export const MAX_COMPARED = 4
