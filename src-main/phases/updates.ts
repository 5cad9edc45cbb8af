import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { app, net, shell } from 'electron'

import type { Boxes } from '../dialogs/message-boxes.ts'
import { inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import type { QuitUpdate } from '../quit.ts'
import { systemTimers } from '../server-process/timers.ts'
import { download } from '../updates/download.ts'
import { handOver } from '../updates/hand-over.ts'
import { fetchFeed } from '../updates/read-feed.ts'
import { findUpdateSource, type UpdateSource } from '../updates/source.ts'
import { UPDATE_TEXTS } from '../updates/update.texts.ts'
import { type UpdateItem, UpdateDialogs } from '../updates/update-dialogs.ts'
import { Updater } from '../updates/updater.ts'
import { notify } from './notify.ts'
import type { ShownServer } from './servers.ts'

const FIRST_LOOK_MS = 60_000
const NEXT_LOOK_MS = 24 * 3600_000
const FEED_PATIENCE_MS = 30_000

export interface Updates extends QuitUpdate {
  readonly item: UpdateItem
  readonly goOn: () => void
  /**
   * Looks for a newer version soon, and then every day.
   * @param changed called when the menu's item changes
   */
  readonly begin: (changed: () => void) => void
}

/** @returns undefined for a program built without updates, which never mentions any */
export function openUpdates(shown: ShownServer, boxes: Boxes, language: () => Language): Updates | undefined {
  const manifest: unknown = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'))
  const source = findUpdateSource(manifest)
  if (source === undefined) return undefined
  const updater = makeUpdater(source, shown)
  const dialogs = new UpdateDialogs({
    updater,
    dialog: boxes,
    language,
    version: app.getVersion(),
    notify,
  })
  return {
    get item() {
      return dialogs.item
    },
    goOn: () => {
      inBackground('update', dialogs.goOn())
    },
    begin: (changed) => {
      updater.onChange(changed)
      checkRegularly(dialogs)
    },
    ...endWith(updater, boxes, language),
  }
}

function makeUpdater(source: UpdateSource, shown: ShownServer): Updater {
  const appImage = process.env['APPIMAGE']
  const openPath = (path: string): Promise<string> => shell.openPath(path)
  return new Updater({
    installation: {
      version: app.getVersion(),
      platform: process.platform,
      arch: process.arch,
      isAppImage: appImage !== undefined,
    },
    readFeed: () =>
      fetchFeed((url) => net.fetch(url, { signal: AbortSignal.timeout(FEED_PATIENCE_MS) }), source),
    download: (file) => download((url) => net.fetch(url), file, join(app.getPath('userData'), 'updates')),
    backUp: async () => {
      // A server that the user switched off changes nothing, and copies its data before it next changes their form.
      if (shown.local.status.state !== 'stopped') await shown.local.backUp()
    },
    open: (path, byUser) =>
      handOver(path, byUser, {
        platform: process.platform,
        appImage,
        openPath,
        startAfter: (execPath, args) => {
          app.relaunch({ execPath, args: [...args] })
        },
      }),
    now: () => Math.floor(Date.now() / 1000),
  })
}

function checkRegularly(dialogs: UpdateDialogs): void {
  const look = (): void => {
    inBackground('update', dialogs.look())
    systemTimers.after(NEXT_LOOK_MS, look)
  }
  systemTimers.after(FIRST_LOOK_MS, look)
}

/** At this time the windows are closed. So messages appear in a dialog, and only when the user is present. */
function endWith(updater: Updater, boxes: Boxes, language: () => Language): QuitUpdate {
  const tell = async (message: string, path: string): Promise<void> => {
    const { byHand, ok } = UPDATE_TEXTS[language()]
    await boxes.showMessageBox({ type: 'warning', message, detail: byHand(path), buttons: [ok] })
  }
  return {
    prepare: async (byUser) => {
      const { state } = updater
      const isReady = await updater.prepare(byUser)
      if (byUser && state.name === 'ready' && updater.state.name === 'failed') {
        await tell(UPDATE_TEXTS[language()].failure.backup, state.path)
      }
      return isReady
    },
    install: async (byUser) => {
      const { state } = updater
      try {
        await updater.install(byUser)
      } catch {
        if (byUser && state.name === 'ready') await tell(UPDATE_TEXTS[language()].notOpened, state.path)
      }
    },
  }
}
