/*
 * SQLite's planner looks at the values of bare parameters: in `LIMIT ?`, in `LIKE ?`, and in `column = ?` beside a join
 * or an ORDER BY. Then it prepares the statement anew for each run, and that takes up to twenty times as long as the run.
 * A parameter within an expression stays unseen. The condition of a partial index needs a literal or a seen parameter.
 */

/** @param parameter of a number, such as `?` or `@limit` */
export function unseen(parameter: string): string {
  return `(0 + ${parameter})`
}
