import { randomUUID } from 'node:crypto'

import { session } from 'electron'

import type { LookedAt, Servers, ShellApi } from '../contract/shell.ts'
import { lookAtCertificate } from '../remote/pin.ts'
import { originOf, withoutServer, withServer } from '../remote/saved-servers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { clearPartition, partitionOf } from './servers.ts'

export interface SavedServersPhase {
  readonly settings: SettingsFile
  /** Shows another server. null for this machine's own. */
  readonly attach: (id: string | null) => Promise<void>
  /** The list of servers or the desktop's settings changed. */
  readonly changed: () => void
}

const LOOK_MS = 10_000

export function serversOf({ current }: SettingsFile): Servers {
  return { attached: current.attached, servers: current.servers }
}

export async function look(address: string): Promise<LookedAt | null> {
  const origin = originOf(address)
  if (origin === undefined) return null
  // Chromium remembers verdicts for a session, so each look has a new session in memory.
  const once = session.fromPartition(`look-${randomUUID()}`)
  const seen = await lookAtCertificate(once, origin, AbortSignal.timeout(LOOK_MS))
  return seen === undefined ? null : { origin, ...seen }
}

/** Adds a server, or gives a known one its new key, which counts at once also where it is shown. */
export async function addServer(
  { settings, attach, changed }: SavedServersPhase,
  given: ShellApi['servers.add']['input'],
): Promise<Servers> {
  const { servers, attached } = settings.current
  const former = servers.find(({ origin }) => origin === given.origin)
  const next = withServer(servers, given, randomUUID)
  settings.update({ servers: next })
  if (former !== undefined && former.id === attached) await attach(former.id)
  const now = next.find(({ id }) => id === former?.id)
  if (former !== undefined && now !== undefined && partitionOf(now) !== partitionOf(former)) {
    clearPartition(former)
  }
  changed()
  return serversOf(settings)
}

export function removeServer({ settings, changed }: SavedServersPhase, id: string): Servers {
  const former = settings.current.servers.find((server) => server.id === id)
  const servers = withoutServer(settings.current, id)
  settings.update({ servers })
  if (former !== undefined && !servers.some((server) => server.id === id)) clearPartition(former)
  changed()
  return serversOf(settings)
}
