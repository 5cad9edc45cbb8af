/** Stands for operations that nobody has written for PostgreSQL yet. */
export function missing(name: string): never {
  const throwing = {
    get: (_: object, member: string) => (): never => {
      throw new Error(`PostgreSQL: ${name}.${member} is missing`)
    },
  }
  return new Proxy({}, throwing) as never
}
