/** What is to be free beside room for a copy of the data, bytes: below it the next backup fails, and then everything. */
const LEAST_FREE = 512 * 1024 * 1024

/** Whether the disk is about to be full. @param free of it, bytes @param data what both databases take, bytes */
export function isDiskLow(free: number, data: number): boolean {
  return free < data + LEAST_FREE
}
