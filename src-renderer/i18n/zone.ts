import { shallowRef } from 'vue'

/** The time zone of all times on the screen, by its IANA name. undefined: this computer's. */
export const shownZone = shallowRef<string>()

/** A date and time of day as a calendar and a clock on the wall show it. Months count from 1. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** Unix seconds → the time on the wall in the shown zone. */
export function wallTime(at: number): WallTime {
  return wallTimeIn(shownZone.value, at)
}

function wallTimeIn(zone: string | undefined, at: number): WallTime {
  if (zone !== undefined) {
    const parts = new Map(
      formatOf(zone)
        .formatToParts(at * 1000)
        .map(({ type, value }) => [type, value]),
    )
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
    return {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
      second: part('second'),
    }
  }
  const date = new Date(at * 1000)
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  }
}

/** A time on the wall in the shown zone → Unix seconds, as `momentIn` has it. */
export function momentOf(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  return momentIn(shownZone.value, { year, month, day, hour, minute, second })
}

/**
 * A time on the wall in a zone → Unix seconds. A day or month beyond its end continues in the next one. A time that a clock
 * change skips moves on by the change. A time that the change repeats is its first one. NaN where a number is none.
 * @param zone undefined for this computer's
 */
export function momentIn(zone: string | undefined, wall: WallTime): number {
  const { year, month, day, hour, minute, second } = wall
  if (zone === undefined)
    return Math.floor(new Date(year, month - 1, day, hour, minute, second).getTime() / 1000)
  const at = Date.UTC(year, month - 1, day, hour, minute, second) / 1000
  if (Number.isNaN(at)) return at
  // No zone changes its clock twice in two days.
  const before = at - offsetAt(zone, at - DAY_SECONDS)
  const after = at - offsetAt(zone, at + DAY_SECONDS)
  if (before === after) return before
  const shows = (moment: number) => moment + offsetAt(zone, moment) === at
  return shows(before) || !shows(after) ? before : after
}

const DAY_SECONDS = 86_400

/** By how much the zone's clock is ahead of UTC at a moment, seconds. */
function offsetAt(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = wallTimeIn(zone, at)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - Math.floor(at)
}
