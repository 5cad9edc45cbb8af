import { shallowRef } from 'vue'

const KEY = 'pulsekey.requests'
const MOST = 5

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Numbers of the requests made or followed in this browser, the latest first. */
export const recentNumbers = shallowRef<readonly string[]>(read())

function keep(numbers: readonly string[]): void {
  recentNumbers.value = numbers.slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(recentNumbers.value))
  } catch {
    // A browser without a store: the number is on the screen.
  }
}

export function rememberNumber(number: string): void {
  keep([number, ...recentNumbers.value.filter((other) => other !== number)])
}

export function forgetNumber(number: string): void {
  keep(recentNumbers.value.filter((other) => other !== number))
}
