import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { JobProgress } from '../../src-server/contract/live.ts'
import { useLiveStream } from './live-stream.ts'

/** Long jobs of the server by id, as the live stream reports them. */
export const useJobs = defineStore('jobs', () => {
  const progress = shallowReactive(new Map<string, JobProgress>())
  useLiveStream().on('job', (job) => {
    progress.set(job.id, job)
  })
  return { progress }
})
