import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { whyNoStart, whyNoWindow } from './electron-runtime.ts'

it.each(['win32', 'darwin'] as const)('there is always a display on %s', (platform) => {
  expect(whyNoWindow(platform, {}, true)).toBeUndefined()
})

it('Linux needs a display', () => {
  expect(whyNoWindow('linux', {}, false)).toBe('there is no display')
  expect(whyNoWindow('linux', { DISPLAY: '' }, false)).toBe('there is no display')
  expect(whyNoWindow('linux', { DISPLAY: ':0' }, false)).toBeUndefined()
  expect(whyNoWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' }, false)).toBeUndefined()
})

it("root can't run it on Linux", () => {
  expect(whyNoWindow('linux', { DISPLAY: ':0' }, true)).toBe('Electron does not run as root')
})

describe.skipIf(process.platform === 'win32')('an Electron that is there', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pulsekey-electron-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })
  /** A program in the place of Electron. */
  const electron = (script: string): string => {
    const path = join(folder, 'electron')
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return path
  }

  it('fits when it shows a page in its sandbox', () => {
    expect(whyNoStart(electron('case "$1" in *sandbox-probe.cjs) exit 0;; esac; exit 1'))).toBeUndefined()
  })

  it('whose sandbox is refused by the system is named with the commands that help', () => {
    const path = electron(
      'echo "FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I am aborting now." >&2; kill -ABRT $$',
    )
    const helper = `"${join(folder, 'chrome-sandbox')}"`
    expect(whyNoStart(path)).toMatch(/no user namespaces/)
    expect(whyNoStart(path)).toContain(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`)
  })

  it('that ends in another way is named with its last words', () => {
    expect(whyNoStart(electron('echo "Missing X server" >&2; exit 1'))).toBe(
      'Electron ended with 1 (Missing X server)',
    )
  })
})
