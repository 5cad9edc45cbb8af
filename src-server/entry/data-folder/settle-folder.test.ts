import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from '../../store/sqlite/lock.ts'
import { replaceData } from './replace-data.ts'
import { describeFolder, findDataFolder, settleDataFolder, type SettleParts } from './settle-folder.ts'
import { takeData, type Taker } from './take-data.ts'
import { dataFolderOf, earlierFolders, profileFolder, type UserPlaces } from './usual-folder.ts'

let home: string
let user: UserPlaces
const taker: Taker = { pid: 1, now: 1_700_000_000 }

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pulsekey-home-'))
  user = { platform: 'linux', home, env: {} }
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const usual = () => dataFolderOf(profileFolder(user))
const earlier = () => earlierFolders(user)[0]!
const settle = (more: Partial<SettleParts> = {}) => settleDataFolder({ user, taker, ...more })

/** Everything that a killed server leaves. */
const FILES = [
  'pulsekey.db',
  'pulsekey.db-wal',
  'pulsekey.db-shm',
  'telemetry.db',
  'machine.key',
  'incidents.json',
  'backups/20260101T000000Z-daily/backup.json',
  'signatures/1',
]

function layData(folder: string, world = 'A'): void {
  for (const name of FILES) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `${world} ${name}`)
  }
}
const worldIn = (folder: string) =>
  FILES.every((name) => existsSync(join(folder, name)))
    ? readFileSync(join(folder, 'pulsekey.db'), 'utf8').slice(0, 1)
    : undefined

describe('the usual folder', () => {
  it('is inside the profile of the desktop on each system', () => {
    const at = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
      dataFolderOf(profileFolder({ platform, home: '/h', env }))
    expect(at('linux')).toBe(join('/h', '.config', 'Pulsekey', 'data'))
    // An empty variable counts as not set (XDG base directory specification).
    expect(at('linux', { XDG_CONFIG_HOME: '' })).toBe(join('/h', '.config', 'Pulsekey', 'data'))
    expect(at('linux', { XDG_CONFIG_HOME: '/c' })).toBe(join('/c', 'Pulsekey', 'data'))
    expect(at('win32', { APPDATA: 'C:/roaming' })).toBe(join('C:/roaming', 'Pulsekey', 'data'))
    expect(at('win32')).toBe(join('/h', 'AppData', 'Roaming', 'Pulsekey', 'data'))
    expect(at('darwin')).toBe(join('/h', 'Library', 'Application Support', 'Pulsekey', 'data'))
  })

  it('is used when there is no data anywhere', () => {
    expect(settle()).toEqual({ folder: usual(), takenFrom: undefined, isEarlier: false, others: [] })
    expect(findDataFolder(user)).toBe(usual())
  })

  it('is the folder in the named profile, which knows nothing of the usual one', () => {
    layData(usual())
    const profile = join(home, 'other')
    expect(settle({ profile })).toMatchObject({ folder: join(profile, 'data'), others: [] })
    expect(settle({ profile: profileFolder(user) })).toMatchObject({ folder: usual() })
  })
})

describe('data of an earlier version', () => {
  it('is found by commands, and taken by a start, with everything that belongs to it', () => {
    layData(earlier())
    expect(findDataFolder(user)).toBe(earlier())
    const settled = settle()
    expect(settled).toMatchObject({ folder: usual(), takenFrom: earlier(), others: [] })
    expect(worldIn(usual())).toBe('A')
    expect(existsSync(earlier())).toBe(false)
    expect(describeFolder(settled)[0]).toContain(earlier())
    expect(settle()).toMatchObject({ folder: usual(), takenFrom: undefined, others: [] })
  })

  it.each(['win32', 'darwin'] as const)(
    'is taken out of the root of the profile on %s, and leaves the files of Chromium there',
    (platform) => {
      user = { ...user, platform }
      // A file system that ignores case: both spellings are one folder.
      mkdirSync(profileFolder(user), { recursive: true })
      symlinkSync(profileFolder(user), earlier())
      layData(profileFolder(user))
      for (const name of ['Preferences', 'desktop.json', 'machine-key.sealed'])
        writeFileSync(join(profileFolder(user), name), 'of the desktop')
      expect(settle()).toMatchObject({ folder: usual(), takenFrom: earlier() })
      expect(worldIn(usual())).toBe('A')
      expect(readdirSync(profileFolder(user)).sort()).toEqual([
        'Preferences',
        'data',
        'desktop.json',
        'machine-key.sealed',
      ])
      expect(settle()).toMatchObject({ folder: usual(), others: [] })
    },
  )

  it('is not taken from under a running server', () => {
    layData(earlier())
    const release = lockDataFolder(earlier(), { pid: 77, since: 0 })
    expect(() => settle()).toThrow(/in use by another server/)
    expect(existsSync(join(usual(), 'pulsekey.db'))).toBe(false)
    release()
    expect(settle()).toMatchObject({ takenFrom: earlier() })
  })

  it('is whole in one of the two folders after a kill at any rename', () => {
    const names = FILES.length
    for (let last = 0; last < names; last++) {
      rmSync(home, { recursive: true, force: true })
      layData(earlier())
      let count = 0
      const rename = (from: string, to: string) => {
        if (count++ === last) throw new Error('killed')
        renameSync(from, to)
      }
      expect(() => {
        takeData(earlier(), usual(), { ...taker, rename })
      }).toThrow(FILES.length > 0 ? /could not all be moved/ : /./)
      expect(settle()).toMatchObject({ folder: usual() })
      expect(worldIn(usual())).toBe('A')
    }
  })

  it('is named when there is data in the usual folder too, and nothing is moved', () => {
    layData(earlier(), 'B')
    layData(usual(), 'A')
    const settled = settle()
    expect(settled).toMatchObject({ folder: usual(), takenFrom: undefined })
    expect(settled.others).toEqual([{ folder: earlier(), changedAt: expect.any(Number) as number }])
    expect(describeFolder(settled).join('\n')).toContain(`take-data --from "${earlier()}"`)
    expect([worldIn(usual()), worldIn(earlier())]).toEqual(['A', 'B'])
  })

  it('replaces the data of the usual folder only by order, which keeps that aside', () => {
    layData(earlier(), 'B')
    layData(usual(), 'A')
    const aside = replaceData(earlier(), usual(), taker)
    expect(worldIn(usual())).toBe('B')
    expect(worldIn(aside!)).toBe('A')
    expect(() => replaceData(earlier(), usual(), taker)).toThrow(/no data/)
    expect(() => replaceData(usual(), usual(), taker)).toThrow(/already/)
  })

  it('stays where a server uses it when it should replace other data', () => {
    layData(earlier(), 'B')
    layData(usual(), 'A')
    const release = lockDataFolder(usual(), { pid: 77, since: 0 })
    expect(() => replaceData(earlier(), usual(), taker)).toThrow(/A server is running/)
    release()
    expect([worldIn(usual()), worldIn(earlier())]).toEqual(['A', 'B'])
  })
})

describe('a start by sudo', () => {
  it('refuses an empty world beside the data of the person', () => {
    const sudoUser = { name: 'me', home }
    layData(usual())
    const root = { ...user, home: join(home, 'root') }
    expect(() => settleDataFolder({ user: root, sudoUser, taker })).toThrow(
      new RegExp(`${usual()} and belongs to me`),
    )
    rmSync(usual(), { recursive: true })
    expect(settleDataFolder({ user: root, sudoUser, taker })).toMatchObject({
      folder: dataFolderOf(profileFolder(root)),
    })
  })
})
