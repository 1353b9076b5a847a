export { measureCapacity } from './capacity/measure-capacity.ts'
export { type Capacity, readCapacity } from './capacity/read-capacity.ts'
export { cancelAllCalls } from './changes/cancel-call.ts'
export {
  lockCatchUpsUnderWay,
  refuseUnderWay,
  resolveUnderWay,
  suspendUnderWay,
  UNDER_WAY_COLUMNS,
} from './changes/cancel-under-way.ts'
export { scheduleCall, scheduleCallIn } from './changes/schedule-call.ts'
export { skipAwayCall } from './changes/skip-away-call.ts'
export { ENDED_CALLS } from './counts/ended-calls.ts'
export { foldCallCounts } from './counts/fold-call-counts.ts'
export { type Booking, type CallLimits, type CallsDeps, type IncidentsOfCalls, noCallLimits } from './deps.ts'
export { placeCallJob } from './jobs.ts'
export { callRoutes } from './routes.ts'
export { bookCatchUp, type CatchUp, dropCatchUp, openCatchUpOf, putOffCatchUp } from './schedules/book-catch-up.ts'
export { bookNextOccurrences } from './schedules/book-next-occurrences.ts'
export { careDueFrom } from './schedules/care-due-from.ts'
export { endSchedules, scheduledTypes } from './schedules/end-schedules.ts'
export { firstCallFrom, firstCallsFrom } from './schedules/first-call-from.ts'
export { rezoneSchedules } from './schedules/rezone-schedules.ts'
export { findSchedules, type Schedule } from './schedules/schedules.ts'
export {
  claimAsUnknown,
  claimingDue,
  correctReason,
  correctToVoicemail,
  endCall,
  endGracePeriod,
  postpone,
} from './state/call-state.ts'
export { AWAY_UNTIL, IS_AWAY, isAwayAt } from './state/is-away.ts'
export { MAY_BE_DIALLED } from './state/may-be-dialled.ts'
export {
  COUNTING_NOT_PLACED,
  noteEndedByHelp,
  noteLateNotified,
  noteReached,
  noteRefused,
} from './state/note-on-call.ts'
export { NUMBER_TO_DIAL } from './state/number-to-dial.ts'
export { type CallPlace, deletePastCalls, lockOldCalls, pageOfOldCalls } from './state/old-calls.ts'
export { lockOwnCall } from './state/own-call.ts'
export { readNote } from './state/reached-note.ts'
export { endAllSchedules, removeCallsToCome, removeSomeCalls } from './state/remove-calls.ts'
export { reopenCall, scheduleDial } from './state/schedule-dial.ts'
export { type WhyNotPlaced, whyNotPlacedTo } from './state/why-not-placed-to.ts'
export type { CallViews } from './view/call-view.ts'
export { listCallsAround, listHistory, listUpcoming } from './view/list-calls.ts'
export { spokenText } from './view/spoken-text.ts'
