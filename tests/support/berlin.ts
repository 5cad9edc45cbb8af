/** The Unix time of an ISO text with its zone. */
export const at = (text: string) => Date.parse(text) / 1000

/** Berlin in 2026: the clocks go forward on 29 March and back on 25 October, both at 01:00 UTC. */
export const berlin = (time: number) =>
  time >= at('2026-03-29T01:00Z') && time < at('2026-10-25T01:00Z') ? 120 : 60
