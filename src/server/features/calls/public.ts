export { measureCapacity } from './capacity/measure-capacity.ts'
export { type Capacity, readCapacity } from './capacity/read-capacity.ts'
export { cancelAllCalls } from './changes/cancel-call.ts'
export { refuseUnderWay, resolveUnderWay, suspendUnderWay, UNDER_WAY_COLUMNS } from './changes/cancel-under-way.ts'
export { MAY_LEAVE } from './changes/may-leave.ts'
export { NUMBER_TO_DIAL } from './changes/number-to-dial.ts'
export { lockOwnCall } from './changes/own-call.ts'
export { readNote } from './changes/reached-note.ts'
export { type Booking, type CallLimits, type CallsDeps, type IncidentsOfCalls, noCallLimits } from './deps.ts'
export { placeCallJob } from './jobs.ts'
export { callRoutes } from './routes.ts'
export { bookCatchUp, type CatchUp, dropCatchUp, openCatchUpOf, putOffCatchUp } from './schedules/book-catch-up.ts'
export { bookFollowing } from './schedules/book-following.ts'
export { endSchedules, scheduledTypes } from './schedules/end-schedules.ts'
export { isCareDue } from './schedules/is-care-due.ts'
export { rezoneSchedules } from './schedules/rezone-schedules.ts'
export { scheduleCall } from './schedules/schedule-call.ts'
export { findSchedules, type Schedule } from './schedules/schedules.ts'
export {
  claimDoubted,
  claimingDue,
  correctToVoicemail,
  endCall,
  restateReason,
  setAside,
} from './state/call-state.ts'
export { COUNTING_NOT_PLACED, noteLateTold, noteReached, noteRefused } from './state/note-on-call.ts'
export { oweDial, reopenCall } from './state/owe-dial.ts'
export { endAllSchedules, removeCallsToCome, removeSomeCalls } from './state/remove-calls.ts'
export { spokenText } from './view/spoken-text.ts'
