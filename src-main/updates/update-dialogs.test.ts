import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Release } from './feed.ts'
import { UPDATE_TEXTS } from './update.texts.ts'
import { UpdateDialogs } from './update-dialogs.ts'
import { type UpdateFailure, Updater, type UpdateParts } from './updater.ts'

const releaseOf = (version: string): Release => ({
  version,
  releasedAt: 1,
  notes: { en: 'Faster.', zh: '更快。' },
  files: [
    {
      platform: 'linux',
      arch: 'x64',
      kind: 'deb',
      url: 'https://updates.example/a.deb',
      size: 90_500_000,
      sha512: Buffer.alloc(64).toString('base64'),
    },
  ],
})

interface Asked {
  readonly message: string
  readonly detail: string
}

let parts: { -readonly [Part in keyof UpdateParts]: UpdateParts[Part] }
let updater: Updater
let dialogs: UpdateDialogs
let response: number
const asked: Asked[] = []
const told: { title: string; click: () => void }[] = []

function dialogsIn(language: 'en' | 'zh'): UpdateDialogs {
  return new UpdateDialogs({
    updater,
    language: () => language,
    version: '0.1.0',
    dialog: {
      showMessageBox: (question: Asked) => {
        asked.push(question)
        return Promise.resolve({ response, checkboxChecked: false })
      },
    },
    notify: ({ title }, click) => told.push({ title, click }),
  })
}

beforeEach(() => {
  asked.length = 0
  told.length = 0
  response = 0
  parts = {
    installation: { version: '0.1.0', platform: 'linux', arch: 'x64', isAppImage: false },
    readFeed: async () => releaseOf('0.2.0'),
    download: async () => ({ path: '/updates/a.deb' }),
    backUp: async () => undefined,
    open: async () => undefined,
    now: () => 0,
  }
  updater = new Updater(parts)
  dialogs = dialogsIn('en')
})

it('makes one step with each click, and asks before each', async () => {
  expect(dialogs.item).toEqual({ label: 'Check for updates…', isEnabled: true })
  response = 1
  await dialogs.goOn()
  expect(asked.at(-1)).toMatchObject({
    message: 'Download version 0.2.0?',
    detail: expect.stringMatching(/^Faster\.\n\n91 MB/) as string,
  })
  expect(updater.state.name).toBe('available')
  expect(dialogs.item.label).toBe('Download version 0.2.0…')

  response = 0
  await dialogs.goOn()
  expect(asked).toHaveLength(2)
  expect(told.map(({ title }) => title)).toEqual(['Version 0.2.0 is downloaded'])
  expect(dialogs.item).toEqual({
    label: 'Install version 0.2.0 on quit…',
    isEnabled: true,
    isChecked: false,
  })

  await dialogs.goOn()
  expect(asked.at(-1)).toMatchObject({ message: 'Install version 0.2.0 when you quit Pulsekey?' })
  expect(updater.state).toMatchObject({ isConfirmed: true })
  expect(dialogs.item).toMatchObject({ label: 'Version 0.2.0 will be installed on quit', isChecked: true })
  // The earlier notification doesn't undo the consent. The menu does, without a question.
  told[0]!.click()
  expect(updater.state).toMatchObject({ isConfirmed: true })
  await dialogs.goOn()
  expect(updater.state).toMatchObject({ isConfirmed: false })
  expect(asked).toHaveLength(3)
})

it('mentions a new version once on its own, and nothing else', async () => {
  await dialogs.look()
  await dialogs.look()
  expect(told.map(({ title }) => title)).toEqual(['Version 0.2.0 is available'])
  parts.readFeed = async () => 'unreadable'
  await dialogs.look()
  parts.readFeed = async () => releaseOf('0.3.0')
  await dialogs.look()
  expect(told.map(({ title }) => title)).toEqual(['Version 0.2.0 is available', 'Version 0.3.0 is available'])
  expect(asked).toEqual([])
  told[1]!.click()
  await vi.waitFor(() => {
    expect(asked[0]).toMatchObject({ message: 'Download version 0.3.0?' })
  })
})

describe('a user who asks', () => {
  it('learns that there is nothing newer', async () => {
    parts.readFeed = async () => releaseOf('0.1.0')
    await dialogs.goOn()
    expect(asked).toMatchObject([{ message: 'You have the newest version.', detail: 'Version 0.1.0' }])
  })

  it.each([
    ['unreachable', () => Promise.reject(new Error('offline'))],
    ['forged', () => Promise.resolve('forged')],
    ['unreadable', () => Promise.resolve('unreadable')],
  ] satisfies [UpdateFailure, UpdateParts['readFeed']][])(
    'learns that the feed is %s',
    async (why, readFeed) => {
      parts.readFeed = readFeed
      await dialogs.goOn()
      expect(asked).toMatchObject([{ message: UPDATE_TEXTS.en.failure[why] }])
      expect(dialogs.item.label).toBe('Check for updates…')
    },
  )

  it.each(['incomplete', 'altered'] as const)('learns that the download was %s', async (why) => {
    parts.download = async () => why
    await dialogs.goOn()
    expect(asked.map(({ message }) => message)).toEqual([
      'Download version 0.2.0?',
      UPDATE_TEXTS.en.failure[why],
    ])
    expect(told).toEqual([])
  })

  it('gets one question at a time', async () => {
    await Promise.all([dialogs.goOn(), dialogs.goOn()])
    expect(asked).toHaveLength(1)
  })

  it('learns that they finish a package by hand, and that another kind needs nothing', async () => {
    await dialogs.goOn()
    await dialogs.goOn()
    expect(asked.at(-1)!.detail).toContain('until you have finished the installer')
    parts.installation = { ...parts.installation, isAppImage: true }
    const [file] = releaseOf('0.3.0').files
    parts.readFeed = async () => ({ ...releaseOf('0.3.0'), files: [{ ...file!, kind: 'AppImage' }] })
    updater = new Updater(parts)
    dialogs = dialogsIn('en')
    await dialogs.goOn()
    await dialogs.goOn()
    expect(asked.at(-1)!.detail).toContain('starts again by itself')
  })

  it('reads it in Chinese on a Chinese system', async () => {
    await dialogsIn('zh').goOn()
    expect(asked[0]).toMatchObject({ message: '下载版本 0.2.0？' })
    expect(asked[0]?.detail).toMatch(/^更快。/)
  })
})

it('can’t click during a download', async () => {
  const downloaded = Promise.withResolvers<{ path: string }>()
  parts.download = () => downloaded.promise
  const step = dialogs.goOn()
  await vi.waitFor(() => {
    expect(dialogs.item).toEqual({ label: 'Downloading version 0.2.0', isEnabled: false })
  })
  downloaded.resolve({ path: '/updates/a.deb' })
  await step
})

it('has every text in both languages', () => {
  expect(Object.keys(UPDATE_TEXTS.zh)).toEqual(Object.keys(UPDATE_TEXTS.en))
  expect(Object.keys(UPDATE_TEXTS.zh.failure)).toEqual(Object.keys(UPDATE_TEXTS.en.failure))
})
