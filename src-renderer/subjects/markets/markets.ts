import { shallowRef } from 'vue'
import { DEFAULT_CALENDAR } from '../../../src-server/contract/markets/default-calendar.ts'
import { Markets } from '../../../src-server/contract/markets/markets.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'

/** The markets by the server's calendar, as it was last read. */
export const markets = shallowRef(new Markets(DEFAULT_CALENDAR))
let reading: Promise<void> | undefined

async function read(): Promise<void> {
  try {
    markets.value = new Markets(await call('market_calendar', {}))
  } catch {
    // The calendar as it was is good enough until the next reading.
    reading = undefined
  }
}

/** Reads the calendar where nobody has read it yet. */
export function loadMarkets(): Promise<void> {
  reading ??= read()
  return reading
}

function readAgain(): void {
  if (reading !== undefined) reading = read()
}

useLiveStream().on('calendar', readAgain)
// Another person may have signed in, who sees other accounts.
useLiveStream().on('reset', readAgain)
