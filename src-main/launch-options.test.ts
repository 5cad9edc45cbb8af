import { resolve } from 'node:path'

import { expect, it } from 'vitest'

import { givenDataFolder, lastingOptions, serverArguments } from './launch-options.ts'

const argv = ['electron', '/app', '--no-sandbox', '--port', '9000', '--user-data-dir=/u', '--data=/d']
const start = { userData: '/u', chosen: null }

it('serves where its settings say, with its data where the profile says', () => {
  expect(serverArguments(['/opt/pulsekey/pulsekey'], start)).toEqual(['--profile', '/u'])
})

it('has its data in the folder that the user chose, unless the command line names one', () => {
  expect(serverArguments(['pulsekey'], { ...start, chosen: '/chosen' })).toEqual(['--data', '/chosen'])
  expect(serverArguments(argv, { ...start, chosen: '/chosen' })).toEqual(['--data', '/d', '--port', '9000'])
  expect(givenDataFolder(argv)).toBe(resolve('/d'))
  expect(givenDataFolder(['pulsekey'])).toBeUndefined()
})

it('finds its own options among Chromium’s', () => {
  expect(serverArguments([...argv, '--recover-owner'], start)).toEqual([
    ...['--data', '/d', '--port', '9000', '--recover-owner'],
  ])
})

it('passes on that data which moved away is wanted', () => {
  expect(serverArguments([...argv, '--force'], start)).toContain('--force')
  expect(lastingOptions([...argv, '--force'])).not.toContain('--force')
})

it('passes on that the server is for trying', () => {
  expect(serverArguments(['electron', '--demo', '--data', '/d'], start)).toEqual(['--data', '/d', '--demo'])
})

it('uses a newly chosen port, whatever the command line says', () => {
  expect(serverArguments(['electron', '--port', '9000'], { ...start, movePort: 9001 })).toEqual([
    ...['--profile', '/u', '--move-port', '9001'],
  ])
})

it('passes on the folder whose data the user chose', () => {
  expect(serverArguments(['electron'], { ...start, takeData: '/old' })).toEqual([
    ...['--profile', '/u', '--take-data', '/old'],
  ])
})

it('treats an option without its value as absent', () => {
  expect(serverArguments(['electron', '--port'], start)).not.toContain('--port')
})

it('repeats data and port at a start at login, and no owner’s recovery', () => {
  expect(lastingOptions([...argv, '--recover-owner'])).toEqual([`--data=${resolve('/d')}`, '--port=9000'])
  expect(lastingOptions(['electron', '--data', 'relative'])).toEqual([`--data=${resolve('relative')}`])
  expect(lastingOptions(['electron'])).toEqual([])
})
