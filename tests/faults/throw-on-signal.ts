import process from 'node:process'

/** Loaded into the server by `--import`: an error that nothing catches, as a mistake in the program would be. */
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw Object.assign(new Error('injected'), { code: process.env['INJECTED_CODE'] ?? 'NONE' })
  })
})
