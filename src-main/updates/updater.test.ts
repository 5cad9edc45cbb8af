import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Release, ReleaseFile } from './feed.ts'
import { Updater, type UpdateParts } from './updater.ts'

const SATURDAY = Date.parse('2026-11-28T12:00:00Z') / 1000
const TUESDAY = Date.parse('2026-12-01T12:00:00Z') / 1000
const FILE: ReleaseFile = {
  platform: 'linux',
  arch: 'x64',
  kind: 'deb',
  url: 'https://updates.example/Pulsekey-0.2.0-linux-amd64.deb',
  size: 1,
  sha512: Buffer.alloc(64).toString('base64'),
}
const releaseOf = (version: string): Release => ({
  version,
  releasedAt: TUESDAY,
  notes: { en: '', zh: '' },
  files: [FILE],
})

let parts: { -readonly [Part in keyof UpdateParts]: UpdateParts[Part] }
let updater: Updater
const done: string[] = []

beforeEach(() => {
  done.length = 0
  parts = {
    installation: { version: '0.1.0', platform: 'linux', arch: 'x64', isAppImage: false },
    readFeed: async () => releaseOf('0.2.0'),
    download: async () => ({ path: '/updates/a.deb' }),
    backUp: async () => {
      done.push('backup')
    },
    open: async (path, byUser) => {
      done.push(byUser ? path : `${path} alone`)
    },
    now: () => TUESDAY,
  }
  updater = new Updater(parts)
})

async function makeReady(): Promise<void> {
  await updater.check()
  await updater.download()
  updater.confirm(true)
}

describe('looking for an update', () => {
  it('reports a newer version, and does nothing else', async () => {
    const changed = vi.fn()
    updater.onChange(changed)
    parts.download = vi.fn()
    await updater.check()
    expect(updater.state).toMatchObject({ name: 'available', release: { version: '0.2.0' }, file: FILE })
    expect(changed).toHaveBeenCalledOnce()
    expect(parts.download).not.toHaveBeenCalled()
  })

  it.each(['0.1.0', '0.0.9'])('never goes back, to %s', async (version) => {
    parts.readFeed = async () => releaseOf(version)
    await updater.check()
    expect(updater.state).toEqual({ name: 'none' })
  })

  it('offers only files for this machine', async () => {
    parts.installation = { ...parts.installation, arch: 'arm64' }
    await updater.check()
    expect(updater.state).toEqual({ name: 'none' })
  })

  it.each([
    ['forged', async () => 'forged' as const],
    ['unreachable', () => Promise.reject(new Error('offline'))],
  ])('reports that the feed is %s', async (why, readFeed) => {
    parts.readFeed = readFeed
    await updater.check()
    expect(updater.state).toEqual({ name: 'failed', why })
  })

  it('keeps a ready update until there is a newer one', async () => {
    await makeReady()
    await updater.check()
    expect(updater.state).toMatchObject({ name: 'ready', isConfirmed: true })
    parts.readFeed = () => Promise.reject(new Error('offline'))
    await updater.check()
    expect(updater.state).toMatchObject({ name: 'ready', isConfirmed: true })
    parts.readFeed = async () => releaseOf('0.3.0')
    await updater.check()
    expect(updater.state).toMatchObject({ name: 'available', release: { version: '0.3.0' } })
  })
})

describe('downloading', () => {
  it('reports why it failed, and can be tried again', async () => {
    parts.download = async () => 'altered'
    await updater.check()
    await updater.download()
    expect(updater.state).toMatchObject({ name: 'failed', why: 'altered' })
    await updater.check()
    expect(updater.state.name).toBe('available')
  })
})

describe('installing', () => {
  it('follows a backup, when the user agreed and quits', async () => {
    await makeReady()
    expect(await updater.prepare(true)).toBe(true)
    await updater.install(true)
    expect(done).toEqual(['backup', '/updates/a.deb'])
  })

  it('never happens without consent', async () => {
    await updater.check()
    await updater.download()
    expect(await updater.prepare(true)).toBe(false)
    await updater.install(true)
    updater.confirm(true)
    updater.confirm(false)
    expect(await updater.prepare(true)).toBe(false)
    expect(done).toEqual([])
  })

  it.each([
    ['an AppImage while the market is open', true, TUESDAY, false],
    ['an AppImage while it is closed', true, SATURDAY, true],
    ['an installer while it is closed', false, SATURDAY, false],
  ])('without the user: %s', async (_when, isAppImage, now, expected) => {
    const kind = isAppImage ? 'AppImage' : 'deb'
    parts.installation = { ...parts.installation, isAppImage }
    parts.readFeed = async () => ({ ...releaseOf('0.2.0'), files: [{ ...FILE, kind }] })
    parts.now = () => now
    await makeReady()
    expect(await updater.prepare(false)).toBe(expected)
    if (!expected) return
    await updater.install(false)
    expect(done).toEqual(['backup', '/updates/a.deb alone'])
  })

  it('never happens without a backup', async () => {
    parts.backUp = () => Promise.reject(new Error('disk full'))
    await makeReady()
    expect(await updater.prepare(true)).toBe(false)
    expect(updater.state).toMatchObject({ name: 'failed', why: 'backup' })
    await updater.install(true)
    expect(done).toEqual([])
  })
})
