import { entryOf, SERVER } from '../../services/platform/audit-trail.ts'
import { removeRecoverySheet } from '../recovery-sheet.ts'
import { outcome, type Command } from './command.ts'
import { askRecoveryKey, openData, requireData, requireStopped, sealingOf } from './data.ts'

/**
 * Makes a new data key and a new recovery key, and seals every secret again. Opens locked data with its recovery key, or
 * gives up what can't be opened.
 */
export const rotateKeys: Command = async ({ folder, giveUp }, host) => {
  requireData(folder)
  requireStopped(folder, 'While it runs, the console can renew the recovery key (Platform, Health).')
  const sealing = sealingOf(host)
  const stores = await openData(folder, host, sealing)
  try {
    const recoveryKey = sealing.isLocked && !giveUp ? await askRecoveryKey(host) : undefined
    const at = host.now()
    const change = {
      action: 'keys_rotate',
      subject: { kind: 'settings', id: 'platform', label: '' },
      after: { recoveryKey: giveUp ? 'given up' : 'renewed' },
    }
    const entry = entryOf(SERVER, at, change)
    const { resealed, lost, key } = await sealing.rotate({ recoveryKey, giveUp, at, entry })
    removeRecoverySheet(folder)
    return outcome(
      lost > 0 && !giveUp ? 1 : 0,
      [
        `${resealed} stored keys and passwords are sealed by a new key`,
        ...(lost === 0 ? [] : [describeLost(lost, giveUp)]),
        `The recovery key, which the old one is not any more: ${key}`,
        'Store it away from this machine, and confirm it in the console (Platform, Health)',
      ],
      { resealed, lost, recovery_key: key },
    )
  } finally {
    await stores.close()
  }
}

function describeLost(lost: number, isGivenUp: boolean): string {
  return isGivenUp
    ? `${lost} could not be opened: applications got new keys, which their programs need now; other secrets are empty, and authenticators whose secret is lost are off`
    : `${lost} could not be opened and are as before: --give-up replaces them`
}
