export { bookCatchUp, type CatchUp, dropCatchUp, openCatchUpOf, putOffCatchUp } from './book-catch-up.ts'
export { bookFollowing } from './book-following.ts'
export { cancelAllLater, cancelAtOnce, cancelAtProvider, cancelLater } from './cancel-at-provider.ts'
export { cancelAllCalls } from './cancel-call.ts'
export { refuseUnderWay, resolveUnderWay, suspendUnderWay, UNDER_WAY_COLUMNS } from './cancel-under-way.ts'
export { measureCapacity } from './capacity/measure-capacity.ts'
export { type Capacity, readCapacity } from './capacity/read-capacity.ts'
export { CARE_TIMING, type CareTiming } from './care-timing.ts'
export { type Booking, type CallLimits, type CallsDeps, type IncidentsOfCalls, noCallLimits } from './deps.ts'
export {
  alertDialsOfDay,
  countTestDial,
  dialsOfDay,
  forgetOldDials,
  forgetTestDial,
  noteDialLength,
} from './dials-of-numbers.ts'
export { enqueueDial, placeCallJob } from './jobs.ts'
export { MAY_LEAVE } from './may-leave.ts'
export { lockOwnCall } from './own-call.ts'
export { aheadMs, jitterMs, lockPlaces, lockPlacesForAlerts, spacingMs } from './pace.ts'
export { isOnCareCall, isPhoneFree, NUMBER_TO_DIAL, wasPhoneInUse } from './phone-in-use.ts'
export { adoptProviderCall, isNumberBeingDialled, takeFromOthers, unclaimedCalls } from './provider-calls.ts'
export { rezoneSchedules } from './rezone-schedules.ts'
export { callRoutes } from './routes.ts'
export { scheduleCall } from './schedule-call.ts'
export { findSchedules, type Schedule } from './schedules.ts'
export { spokenText } from './spoken-text.ts'
