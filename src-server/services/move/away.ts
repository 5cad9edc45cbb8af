import { createHash } from 'node:crypto'
import { CODE } from '../../contract/error-codes.ts'
import type { KeptMove } from './move-host.ts'

/** The key in the meta table under which both machines know the move. */
export const MOVE_KEY = 'move'

/** What a server shows of its move to everybody. The id itself stays secret. */
export interface MoveMark {
  readonly mark: string
  readonly state: 'here' | 'away'
}

export const markOf = (id: string): string => createHash('sha256').update(`pulsekey move ${id}`).digest('hex')

/** What a server that moves answers programs and customers: in both languages, because it reads no application. */
export function awayText({ state, to }: Pick<KeptMove, 'state' | 'to'>): string {
  return state === 'moved'
    ? `服务器已迁移到 ${to} / This server has moved to ${to}`
    : '服务器正在迁移，请稍后再试 / This server is moving, please try again later'
}

export const AWAY_CODE = CODE.stopping

/** The changing actions that a server without decisions still answers: signing in, and the move itself. */
export const AWAY_ACTIONS: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'step_up',
  'job_cancel',
  'preferences_set',
  'move_begin',
  'move_bundle',
  'move_finish',
  'move_cancel',
])
