interface Page<R> {
  readonly rows: readonly R[]
  readonly next?: string | null | undefined
}

/** All rows of a list, page by page with its cursor: none is lost or doubled while others insert. */
export async function readAll<R>(ask: (from: { after?: string }) => Promise<Page<R>>): Promise<R[]> {
  const found: R[] = []
  for (let from: { after?: string } | undefined = {}; from !== undefined;) {
    const { rows, next }: Page<R> = await ask(from)
    found.push(...rows)
    from = next ? { after: next } : undefined
  }
  return found
}
