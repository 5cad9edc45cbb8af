import { expect, it } from 'vitest'
import { MessengerPace } from './messenger-pace.ts'

const NOW = 1_700_000_000_000

it.each([
  ['https://open.feishu.cn', ''],
  ['https://open.feishu.cn', '  '],
  ['https://open.feishu.cn', ' https://open.feishu.cn/ '],
  ['https://open.feishu.cn', 'HTTPS://Open.Feishu.CN:443'],
  ['https://open.larksuite.com', 'https://open.larksuite.com/open-apis'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
])('%j and %j are one service: a bot there has one pace', (base, other) => {
  const pace = new MessengerPace()
  for (let sent = 0; sent < 1000; sent++) {
    const at = pace.nextBy({ base, appId: 'cli_1' }, NOW)
    if (at > NOW) break
    pace.noteBy({ base, appId: 'cli_1' }, at)
  }
  expect(pace.nextBy({ base: other, appId: 'cli_1' }, NOW)).toBeGreaterThan(NOW)
  expect(pace.nextBy({ base: other, appId: 'cli_2' }, NOW)).toBe(NOW)
  pace.noteFor({ base, appId: 'cli_1' }, 'ou_1', NOW + 5)
  expect(pace.lastFor({ base: other, appId: 'cli_1' }, 'ou_1')).toBe(NOW + 5)
})

it('takes a bot with the same id at another address for another bot', () => {
  const pace = new MessengerPace()
  pace.noteFor({ base: 'https://open.feishu.cn', appId: 'cli_1' }, 'ou_1', NOW)
  expect(pace.lastFor({ base: 'https://open.larksuite.com', appId: 'cli_1' }, 'ou_1')).toBeUndefined()
})

it('a fork continues from earlier messages and delays nothing', () => {
  const pace = new MessengerPace()
  const bot = { base: '', appId: 'cli_1' }
  for (let sent = 0; sent < 4; sent++) pace.noteFor(bot, 'ou_1', NOW)
  const fork = pace.fork()
  fork.noteFor(bot, 'ou_1', NOW)
  expect(fork.nextFor(bot, 'ou_1', NOW)).toBe(NOW + 1000)
  expect(pace.nextFor(bot, 'ou_1', NOW)).toBe(NOW)
})
