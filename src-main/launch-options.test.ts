import { join, resolve } from 'node:path'

import { expect, it } from 'vitest'

import { dataFolder, lastingOptions, serverArguments } from './launch-options.ts'

const argv = ['electron', '/app', '--no-sandbox', '--port', '9000', '--user-data-dir=/u', '--data=/d']

it('serves where its settings say, with its data beside the shell’s own', () => {
  expect(dataFolder(['/opt/pulsekey/pulsekey'], '/u', null)).toEqual({
    path: join('/u', 'data'),
    isGiven: false,
  })
  expect(serverArguments(['/opt/pulsekey/pulsekey'], '/d')).toEqual(['--data', '/d'])
})

it('has its data in the folder that the user chose, unless the command line names one', () => {
  expect(dataFolder(['pulsekey'], '/u', '/chosen')).toEqual({ path: '/chosen', isGiven: false })
  expect(dataFolder(argv, '/u', '/chosen')).toEqual({ path: resolve('/d'), isGiven: true })
})

it('finds its own options among Chromium’s', () => {
  expect(serverArguments(argv, '/d')).toEqual(['--data', '/d', '--port', '9000'])
  expect(serverArguments([...argv, '--recover-owner'], '/d')).toEqual([
    ...['--data', '/d', '--port', '9000', '--recover-owner'],
  ])
})

it('uses a newly chosen port, whatever the command line says', () => {
  expect(serverArguments(['electron', '--port', '9000'], '/d', 9001)).toEqual([
    ...['--data', '/d', '--move-port', '9001'],
  ])
})

it('treats an option without its value as absent', () => {
  expect(serverArguments(['electron', '--port'], '/d')).not.toContain('--port')
})

it('repeats data and port at a start at login, and no owner’s recovery', () => {
  expect(lastingOptions([...argv, '--recover-owner'])).toEqual([`--data=${resolve('/d')}`, '--port=9000'])
  expect(lastingOptions(['electron', '--data', 'relative'])).toEqual([`--data=${resolve('relative')}`])
  expect(lastingOptions(['electron'])).toEqual([])
})
