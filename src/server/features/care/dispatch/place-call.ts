import { placeCallJob } from '#server/features/calls/public.ts'
import type { JobHandler } from '#server/platform/work/jobs.ts'
import type { Dispatcher } from './dispatcher.ts'

/** The wake-up of a due call. The dispatcher decides which call is dialled: running it twice, or for a cancelled call, changes nothing. */
export function placeCallHandler(dispatcher: Dispatcher): JobHandler {
  return {
    job: placeCallJob,
    batchSize: 100,
    async handle(payloads) {
      dispatcher.wake()
      return payloads.map(() => null)
    },
  }
}
