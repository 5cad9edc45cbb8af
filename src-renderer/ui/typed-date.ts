const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2}))?$/

/** A date as a field and an address hold it: "2027-09-09" or "2027-09-09T14:05". */
const LENGTHS = { day: 10, moment: 16 } as const
export type DateKind = keyof typeof LENGTHS

/** Typed text as a date. Without a time, a moment is midnight. undefined for what is no date. */
export function readTypedDate(typed: string, kind: DateKind): string | undefined {
  const [, year, month, day, hour = '00', minute = '00'] = DATE.exec(typed.trim()) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const [date, time] = [
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    [hour.padStart(2, '0'), minute].join(':'),
  ]
  const read = new Date(`${date}T${time}:00Z`)
  // 31 February would be a day in March.
  const isReal = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${date}T${time}`)
  return isReal ? `${date}T${time}`.slice(0, LENGTHS[kind]) : undefined
}
