import { browserHost } from './browser-host.ts'
import { desktopHost, findShell } from './desktop-host.ts'
import type { Host } from './host-port.ts'

const shell = findShell()

/** The environment of this page: the desktop's bridge if there is one, else the browser. */
export const host: Host = shell === undefined ? browserHost : desktopHost(shell)
