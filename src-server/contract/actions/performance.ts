import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_HISTORY_POINTS } from '../limits.ts'
import {
  HISTORY_STEPS,
  MAX_COMPARED,
  MAX_NOTE_LENGTH,
  REPORT_HEADINGS,
  REPORT_LINK_SECONDS,
  type HistoryStep,
} from '../performance-names.ts'
import { EXPORT_FORMATS, exportOutput } from '../records/export.ts'
import {
  comparedRecord,
  dayRecord,
  markRecord,
  noteRecord,
  periodsRecord,
  reportLinkRecord,
  reportRecord,
  statisticsRecord,
} from '../records/performance.ts'
import { referenceTo } from '../reference.ts'

const looks = { roles: ['owner', 'developer', 'agent'], permission: 'devices', reads: true } as const
const writesNotes = { roles: ['owner', 'developer', 'agent'], permission: 'devices' } as const
const shares = { roles: ['owner', 'developer'], permission: 'devices.edit' } as const
const id = referenceTo('device')
const time = z.int().min(0).max(4_102_444_800)
const span = { id, from: time, to: time }
const utcOffset = z.int()
/** true: the days of the account's trading server, where the settings know its clock. */
const brokerTime = z.boolean().default(false)
const steps = Object.keys(HISTORY_STEPS) as [HistoryStep, ...HistoryStep[]]
const reported = { ...span, heading: z.enum(REPORT_HEADINGS) }

/** The figures of a trading account over time: statistics, days, marks, notes, comparison, export, reports. */
export const PERFORMANCE_CONTRACT = {
  /** The figures of all periods, and of an own one. */
  device_statistics: defineAction({
    ...looks,
    input: z.strictObject({ id, from: time.optional(), to: time.optional(), broker_time: brokerTime }),
    output: z.object({ utc_offset: utcOffset, periods: periodsRecord, own: statisticsRecord.nullable() }),
  }),

  /** The days of the server's wall clock that have data, the oldest first. */
  device_days: defineAction({
    ...looks,
    input: z.strictObject({ ...span, broker_time: brokerTime }),
    output: z.object({ utc_offset: utcOffset, rows: z.array(dayRecord) }),
  }),

  /** Commands, alerts, firings of rules, pauses, the licence and notes, the oldest first, at most 1,000. */
  device_marks: defineAction({
    ...looks,
    input: z.strictObject(span),
    output: z.object({ rows: z.array(markRecord) }),
  }),

  /**
   * The returns of accounts since the beginning of a range, and by days of all accounts in sight together that have the
   * first one's currency.
   */
  device_compare: defineAction({
    ...looks,
    input: z.strictObject({
      ids: z
        .array(id)
        .min(1)
        .max(1 + MAX_COMPARED),
      fleet: z.boolean().default(false),
      from: time,
      to: time,
      points: z.int().min(1).max(MAX_HISTORY_POINTS).default(500),
    }),
    output: z.object({ rows: z.array(comparedRecord) }),
  }),

  /**
   * The history as a file in pieces. Parts for which such short steps are deleted already come in the shortest steps
   * that are left.
   */
  device_history_export: defineAction({
    ...looks,
    input: z.strictObject({
      ...span,
      step: z.enum(steps),
      format: z.enum(EXPORT_FORMATS).default('csv'),
      /** `next` of the previous piece. */
      after: time.optional(),
    }),
    output: exportOutput,
  }),

  /** The notes on an account, the newest first. */
  device_note_list: defineAction({
    ...looks,
    input: z.strictObject({ id }),
    output: z.object({ rows: z.array(noteRecord) }),
  }),

  /** Writes a note, or changes the own one that `note` names. A developer changes every note on the own accounts. */
  device_note_save: defineAction({
    ...writesNotes,
    input: z.strictObject({
      id,
      note: referenceTo('device_note').optional(),
      at: time,
      text: z.string().trim().min(1).max(MAX_NOTE_LENGTH),
    }),
    output: noteRecord,
  }),

  device_note_delete: defineAction({
    ...writesNotes,
    input: z.strictObject({ note: referenceTo('device_note') }),
    output: z.object({}),
  }),

  /** The report of a period. */
  device_report: defineAction({ ...looks, input: z.strictObject(reported), output: reportRecord }),

  /** The links to reports of an account, the newest first. */
  report_link_list: defineAction({
    ...shares,
    reads: true,
    input: z.strictObject({ id }),
    output: z.object({ rows: z.array(reportLinkRecord) }),
  }),

  /** A link by which anybody sees the report without signing in until the link ends. 409 where too many are open. */
  report_link_create: defineAction({
    ...shares,
    creates: true,
    input: z.strictObject({
      ...reported,
      live: z.boolean(),
      seconds: z.int().min(REPORT_LINK_SECONDS.least).max(REPORT_LINK_SECONDS.most),
    }),
    output: z.object({ link: reportLinkRecord, url: z.string() }),
  }),

  /** 404 for a link that isn't open. */
  report_link_revoke: defineAction({
    ...shares,
    input: z.strictObject({ link: referenceTo('report_link') }),
    output: z.object({}),
  }),
}
