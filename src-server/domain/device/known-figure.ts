/** A figure as the console has it. @param value NaN or undefined for unknown @returns null for unknown */
export function knownFigure(value = NaN): number | null {
  return Number.isNaN(value) ? null : value
}
