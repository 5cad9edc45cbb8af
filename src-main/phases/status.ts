import {
  app,
  clipboard,
  Menu,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  Tray,
} from 'electron'

import { ALERT_TEXTS } from '../alerts/alert.texts.ts'
import { Attention } from '../alerts/attention.ts'
import { type Alert, RiskAlerts } from '../alerts/risk-alerts.ts'
import { ServingWatch } from '../alerts/serving-watch.ts'
import { guarded, inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import type { LoginItem } from '../login/login-item.ts'
import { describe } from '../pages/describe.ts'
import { TEXTS } from '../pages/server-down.texts.ts'
import { KeepAwake } from '../power/keep-awake.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { StatusTray } from '../tray/status-tray.ts'
import { trayIcon } from '../tray/tray-icon.ts'
import { TRAY_TEXTS } from '../tray/tray.texts.ts'
import type { TrayView } from '../tray/tray-menu.ts'
import type { ConsoleWindows } from '../window/console-windows.ts'
import type { BoardWindow } from './board-window.ts'
import { notify } from './notify.ts'
import type { ShownServer } from './servers.ts'

export interface StatusPhase {
  readonly here: string
  readonly language: () => Language
  readonly settings: SettingsFile
  readonly shown: ShownServer
  readonly windows: ConsoleWindows
  readonly login: LoginItem
  readonly board: BoardWindow
}

/** Shows the tray icon. @returns a function that updates it after a change outside the server */
export function showTray({ here, language, shown, windows, login, board }: StatusPhase): () => void {
  // Read at the start, after changes and when the menu opens, because on Windows it is a look into the
  // registry.
  let startsAtLogin = login.isSet
  const view = (): TrayView => {
    const { summary, status } = shown.local
    return {
      language: language(),
      status,
      shown: shown.remote?.status,
      figures: summary && { live: summary.live, risks: summary.risks.length },
      startsAtLogin,
      isDark: nativeTheme.shouldUseDarkColors,
    }
  }
  const tray = new StatusTray(
    {
      Tray,
      Menu,
      platform: process.platform,
      timers: systemTimers,
      iconOf: (look) => trayIcon(here, process.platform, look),
    },
    {
      copy: (text) => {
        inBackground('copy', Promise.resolve(clipboard.writeText(text)))
      },
      open: (screen) => {
        windows.show(screen)
      },
      board: () => {
        board.open()
      },
      startAtLogin: (on) => {
        login.set(on)
        showAnew()
      },
      startsAtLogin: () => {
        startsAtLogin = login.isSet
        return startsAtLogin
      },
      quit: () => {
        app.quit()
      },
    },
    view(),
  )
  const show = (): void => {
    tray.show(view())
  }
  const showAnew = (): void => {
    startsAtLogin = login.isSet
    show()
  }
  shown.onChange(show)
  nativeTheme.on('updated', guarded('theme', show))
  return showAnew
}

/** Notifies about new high risks, and shows their number. */
export function followRisks({ here, language, shown, windows }: StatusPhase): void {
  const alerts = new RiskAlerts(() => ALERT_TEXTS[language()])
  const dot = trayIcon(here, 'win32', { isAlert: true, isDark: false })
  const attention = new Attention(
    app,
    () => windows.all,
    process.platform,
    () => nativeImage.createFromPath(dot),
  )
  const tell = (alert: Alert): void => {
    notify(alert, () => {
      windows.show(alert.screen)
    })
  }
  shown.onChange(() => {
    const risks = shown.local.summary?.risks
    if (risks === undefined) return
    attention.show(risks.length, TRAY_TEXTS[language()].risks(risks.length))
    const fresh = alerts.look(risks)
    for (const alert of fresh) tell(alert)
    if (fresh.length > 0) attention.flash()
  })
}

/** Tells a person who sees no window that this machine's server serves nobody. */
export function followServing({ language, shown, windows }: StatusPhase): void {
  const show = (): void => {
    windows.show()
  }
  const watch = new ServingWatch({
    timers: systemTimers,
    // A window on another server doesn't show it.
    isSeen: () => shown.server === undefined && windows.all.some((window) => window.isVisible()),
    down: () => {
      const { downTitle: title, downBody } = ALERT_TEXTS[language()]
      const { failure } = describe(shown.local.status, TEXTS[language()])
      notify({ title, body: failure ?? downBody }, show)
    },
    back: () => {
      const { backTitle: title, backBody: body } = ALERT_TEXTS[language()]
      notify({ title, body }, show)
    },
  })
  shown.onChange(() => {
    watch.follow(shown.local.status)
  })
}

/** Keeps the machine awake while the server runs, and tells the server when the machine slept anyway. */
export function followPower({ shown, settings }: StatusPhase, endsNow: () => void): () => void {
  const awake = new KeepAwake(powerSaveBlocker)
  const follow = (): void => {
    awake.follow(settings.current.keepAwake && shown.local.ready !== undefined)
  }
  shown.onChange(follow)
  powerMonitor.on(
    'resume',
    guarded('resume', () => {
      shown.local.resumed()
      shown.remote?.loadFailed()
    }),
  )
  // At a shutdown, nobody can answer a question. The system waits for the server's end where it can.
  powerMonitor.on(
    'shutdown',
    guarded('shutdown', (event?: { preventDefault(): void }) => {
      event?.preventDefault()
      endsNow()
    }),
  )
  return follow
}
