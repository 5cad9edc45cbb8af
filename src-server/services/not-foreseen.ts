/** Thrown where a rehearsal may not go on: what the call would be answered isn't said. */
export class NotForeseen extends Error {}
