import { hash } from 'node:crypto'

/** How both references handle a pulse: the same parsing and the same answer. */
const APPKEY = 'ReferenceAppKey0123456789abcdefg'

function decode(text: string): string {
  return text.includes('%') || text.includes('+') ? decodeURIComponent(text.replaceAll('+', ' ')) : text
}

export function parseForm(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    if (at > 0) pairs.set(pair.slice(0, at), decode(pair.slice(at + 1)))
  }
  return pairs
}

export function answerTo(accountKey: string, value: string) {
  const time = Math.floor(Date.now() / 1000)
  return {
    code: 200,
    time,
    check: hash('md5', `${time}${APPKEY}${value}`),
    msg: 'success',
    account_key: accountKey,
    pause_open: 0,
    pause_add: 0,
    close_all: 0,
    telemetry_ok: 1,
  }
}
