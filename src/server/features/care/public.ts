export { oldestDueDial } from './attempts/due-calls.ts'
export { withdrawDeps } from './conversation/delete-what-was-said.ts'
export { recordTurns } from './conversation/turns.ts'
export type { CareDeps } from './deps.ts'
export { careDialHandler } from './dispatch/care-dial-handler.ts'
export { carePollLoops } from './dispatch/care-poll-loops.ts'
export { createDispatcher, type Dispatcher } from './dispatch/dispatcher.ts'
export { readHeartbeats } from './dispatch/dispatcher-heartbeats.ts'
export { markDueCallsUnknown } from './dispatch/mark-due-calls-unknown.ts'
export { notifyOfLateCalls } from './dispatch/not-made/notify-of-late-calls.ts'
export { placeCallHandler } from './dispatch/place-call.ts'
export { concludeCall } from './ending/conclude-call.ts'
export { type StopDeps, stopCallsTo } from './ending/end-refused-calls.ts'
export type { EndingCall } from './ending/ending-call.ts'
export { foldNotPlaced } from './ending/fold-not-placed.ts'
export { resolveCall } from './ending/resolve-call.ts'
export { rezoneCalls } from './ending/rezone-calls.ts'
export { stopCallsOfSuspended } from './ending/stop-calls-of-suspended.ts'
export { stopRinging } from './ending/stop-ringing.ts'
export { checkDispatcher, latenessMeasure, measureDueCalls } from './heartbeat/dispatcher-health.ts'
export { readHeartbeat } from './heartbeat/heartbeat.ts'
export { heartbeatRoutes } from './heartbeat/heartbeat-routes.ts'
export { careProviderEvents } from './provider-events/care-provider-events.ts'
export {
  concludeUnclearReply,
  lockAskedByText,
  noteTextAnswered,
  putOffByText,
  reminderReplyOf,
  whoAsksReplyOf,
} from './texts/reply-to-text.ts'
export { isTextOfTryNeeded, noteTextUndelivered } from './texts/text-of-try.ts'
