/**
 * Node's flags where it runs the server alone. With V8's default size of the young generation, each
 * collection moves ten megabytes at 12,000 connections a second and blocks all calls for 40 ms. With this
 * size it takes a quarter of that (docs/performance.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16'] as const
