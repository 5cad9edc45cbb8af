import { expect, it } from 'vitest'
import { findStorePlace, findTelemetryPlace } from './store-place.ts'

const URL_OF = 'postgres://keys:s3cret@db.example:5433/licences?sslmode=verify-full'

it('is the data folder where nothing names a database', () => {
  expect(findStorePlace(undefined, {})).toBeUndefined()
  expect(findStorePlace(undefined, { PULSEKEY_STORE: ' ' })).toBeUndefined()
})

it('comes from the environment, or from a file that wins', () => {
  const named = { place: { url: URL_OF }, name: 'db.example:5433/licences' }
  expect(findStorePlace(undefined, { PULSEKEY_STORE: `${URL_OF}\n` })).toEqual(named)
  expect(findStorePlace('f', { PULSEKEY_STORE: 'postgres://other/x' }, () => `${URL_OF}\n`)).toEqual(named)
  expect(findStorePlace(undefined, { PULSEKEY_STORE: 'postgresql://u@/d?host=%2Frun%2Fpg' })?.name).toBe(
    '/run/pg/d',
  )
})

it('refuses what is no address, without its text', () => {
  for (const text of ['s3cret', 'mysql://u:s3cret@h/d', ''])
    expect(() => findStorePlace('f', {}, () => text)).toThrow(/^--store-file f has no address of a database/)
  expect(() => findStorePlace('f', {}, () => 's3cret')).not.toThrow(/s3cret/)
})

it('names the database of the figures by its own variable or file', () => {
  expect(findTelemetryPlace(undefined, { PULSEKEY_STORE: URL_OF })).toBeUndefined()
  const named = { place: { url: URL_OF }, name: 'db.example:5433/licences' }
  expect(findTelemetryPlace(undefined, { PULSEKEY_TELEMETRY_STORE: URL_OF })).toEqual(named)
  expect(findTelemetryPlace('f', {}, () => URL_OF)).toEqual(named)
  expect(() => findTelemetryPlace('f', {}, () => '')).toThrow(/^--telemetry-store-file f has no address/)
})
