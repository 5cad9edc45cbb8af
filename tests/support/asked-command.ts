import type { Command } from '../../src-server/domain/device/command.ts'

/** An order to close everything that no terminal took yet. */
export const ASKED_COMMAND: Command = {
  id: 1,
  deviceId: 1,
  state: 'asked',
  reason: '',
  askedBy: 'owner',
  askedAt: 0,
  deliveredAt: null,
  deliveredIp: '',
  deliveredPositions: null,
  confirmedAt: null,
  overdueAt: null,
  overduePositions: null,
  withdrawnAt: null,
  unreportedAt: null,
  repeats: 0,
  receivedBy: '',
}
