/**
 * The space that must stay free beside a copy of the data, bytes. With less, the next backup fails, and then
 * everything else.
 */
const LEAST_FREE = 512 * 1024 * 1024

/**
 * Whether the disk is nearly full.
 * @param free its free space, bytes
 * @param data the size of both databases, bytes
 */
export function isDiskLow(free: number, data: number): boolean {
  return free < data + LEAST_FREE
}
