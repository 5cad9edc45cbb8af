import { expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

const shown = { section: 'Live board', site: 'Pulsekey', high: 0, lost: undefined }

it('names the screen and the site', () => {
  expect(pageTitle(shown)).toBe('Live board · Pulsekey')
})

it('begins with the number of high risks', () => {
  expect(pageTitle({ ...shown, high: 12 })).toBe('(12) Live board · Pulsekey')
})

it('says first that the connection is lost, because the number is old then', () => {
  expect(pageTitle({ ...shown, high: 2, lost: 'Connection lost' })).toBe(
    '⚠ Connection lost · (2) Live board · Pulsekey',
  )
})
