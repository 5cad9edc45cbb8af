import { describe, expect, it } from 'vitest'
import { showNumber } from './request-number.ts'
import { addressOf, parseRoute, SCREENS } from './screen-address.ts'

describe('parseRoute', () => {
  it.each([
    ['', 'home', ''],
    ['#', 'home', ''],
    ['#/', 'home', ''],
    ['#/nosuch', 'home', ''],
    ['#/code', 'code', ''],
    ['#/code/ABCD', 'code', ''],
    ['#/request', 'request', ''],
    ['#/kit', 'kit', ''],
    ['#/kit/aB-_9', 'kit', 'aB-_9'],
    ['#/report/aB-_9', 'report', 'aB-_9'],
    ['#/request/ABCD-EFGH-JKLM', 'request', 'ABCDEFGHJKLM'],
  ])('%j', (hash, screen, number) => {
    expect(parseRoute(hash)).toEqual({ screen, number })
  })

  it.each(SCREENS)('reads the address of %s', (screen) => {
    expect(parseRoute(addressOf(screen))).toEqual({ screen, number: '' })
  })

  it("reads a request's number as it is shown", () => {
    expect(showNumber('abcdefghjklm')).toBe('ABCD-EFGH-JKLM')
    expect(parseRoute(addressOf('request', 'ABCD-EFGH-JKLM')).number).toBe('ABCDEFGHJKLM')
  })
})
