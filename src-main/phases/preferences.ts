import { session } from 'electron'

import type { Preferences } from '../contract/shell.ts'
import type { LoginItem } from '../login/login-item.ts'
import { proxyConfig } from '../security/proxy.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { partitionOf, type ShownServer } from './servers.ts'

export interface PreferencesPhase {
  readonly settings: SettingsFile
  readonly shown: ShownServer
  readonly login: LoginItem
  /** The list of servers or the desktop's settings changed. */
  readonly changed: () => void
}

export function preferencesOf({ settings, login }: PreferencesPhase): Preferences {
  const { servesHere, keepAwake, proxy } = settings.current
  return { startAtLogin: login.isSet, servesHere, keepAwake, proxy }
}

export async function setPreferences(phase: PreferencesPhase, given: Preferences): Promise<Preferences> {
  const { settings, login, shown, changed } = phase
  const { startAtLogin, servesHere, keepAwake, proxy } = given
  if (login.isSet !== startAtLogin) login.set(startAtLogin)
  const wasOn = settings.current.servesHere
  settings.update({ servesHere, keepAwake, proxy })
  if (wasOn && !servesHere) await shown.local.halt()
  if (!wasOn && servesHere) await shown.local.restart()
  // Updates use the default session, whichever server is shown.
  const used = [session.defaultSession]
  if (shown.server !== undefined) used.push(session.fromPartition(partitionOf(shown.server)))
  await Promise.all(used.map((each) => each.setProxy(proxyConfig(proxy))))
  changed()
  return preferencesOf(phase)
}
