import { expect } from 'vitest'
import { get, OPEN, post } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

const FILES = [
  { url: 'https://example.com/1.apk', note: '一号 "q"' },
  { url: 'https://example.com/2.apk?a=1&b=2' },
  { url: 'https://example.com/3.apk', note: 'off', enabled: false },
]
const NONE = { code: 201, msg: '该应用下无外链' }
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown
const first = { file_url: 'https://example.com/1.apk', date: DATE, note: '一号 "q"' }
const second = { file_url: 'https://example.com/2.apk?a=1&b=2', date: DATE, note: '' }
const RC4: Settings = { encrypt: true, mi_type: 3 }

export const getfile: readonly Scenario[] = [
  ...[get, post].flatMap((ask) => [
    ...[OPEN, RC4].map((app) => ({
      name: `all enabled files come, the newest first, ${ask.name}, ${app === RC4 ? 'encrypted' : 'plain'}`,
      app,
      given: { files: FILES },
      steps: [ask('getfile', '', { code: 200, payload: [second, first] })],
    })),
    ...['id=', 'id=abc', 'id=0', 'id=-1', 'id=999999999999', 'id=99999999999999999999'].map((pairs) => ({
      name: `no file: ${pairs}, ${ask.name}`,
      given: { files: FILES },
      steps: [ask('getfile', pairs, NONE)],
    })),
    { name: `no files, ${ask.name}`, steps: [ask('getfile', '', NONE)] },
  ]),
  {
    name: 'one file is found by its number',
    given: { files: FILES },
    steps: [
      post('getfile', 'id={{file1}}', { code: 200, payload: [first] }),
      get('getfile', 'id={{file2}}abc', { code: 200, payload: [second] }),
      get('getfile', 'id={{file3}}', NONE),
    ],
  },
]
