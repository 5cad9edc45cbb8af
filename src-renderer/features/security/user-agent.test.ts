import { expect, it } from 'vitest'
import { describeAgent } from './user-agent.ts'

const BASE = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BASE} Chrome/131.0.0.0 Safari/537.36`, 'Chrome 131, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${BASE} Chrome/131.0.0.0 Safari/537.36 Edg/130.0.1`, 'Edge 130, Windows'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${BASE} Pulsekey/0.1.0 Chrome/140.0 Electron/45.5.0`,
    'Pulsekey 0.1.0, Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18, iOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('%s', (userAgent, description) => {
  expect(describeAgent(userAgent)).toBe(description)
})
