import type { CodeState, CodeType } from '../../../src-server/contract/records/code.ts'

export const STATES: readonly CodeState[] = ['unused', 'in_use', 'expired', 'used_up', 'disabled', 'recycled']
export const TYPES: readonly CodeType[] = ['time', 'permanent', 'vip', 'count', 'points']
