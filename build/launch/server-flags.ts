/**
 * What Node is told where it runs the server alone. With the young objects' room as V8 lets it grow, each collection of them
 * moves ten megabytes at 12,000 connections a second and holds all calls up for 40 ms; with this, a quarter (docs/performance.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16'] as const
