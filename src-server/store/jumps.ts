/**
 * A statement for the different values of an indexed column, in order. It jumps from one value to the next by the index,
 * whatever the number of rows.
 * @param from the FROM and the WHERE part
 * @param start the condition of the first value
 */
export function jumps(column: string, from: string, start = ''): string {
  return `WITH RECURSIVE found (value) AS (
      SELECT (SELECT ${column} ${from} ${start} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} ${from} AND ${column} > found.value ORDER BY ${column} LIMIT 1)
      FROM found WHERE value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL`
}
