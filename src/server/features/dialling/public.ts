export { cancelAllLater, cancelAtOnce, cancelAtProvider, cancelLater } from './cancel-at-provider.ts'
export type { DialHandler, DialHandlers, EndedDial, OpenDial } from './dial-handler.ts'
export { DIAL_TIMING, type DialTiming } from './dial-timing.ts'
export { alertDialsOfDay, deleteOldDials, dialsOfDay } from './dials-of-numbers.ts'
export {
  type AfterFailover,
  type Failover,
  type FailoverDeps,
  inDoubtDialBy,
  isInDoubt,
  keepTimeline,
  mayBeLostSince,
  noticeFailover,
  putOpenDialsInDoubt,
  recordFailoverTime,
} from './failover.ts'
export {
  addPaces,
  aheadMs,
  type ByNumber,
  dispatchUpsert,
  jitterMs,
  lockPermits,
  lockPermitsForAlerts,
  noteAlertDispatches,
  numbersDialledFrom,
  type PaceDeps,
  spacingMs,
  turnsUpsert,
  VIRTUAL_TIME,
} from './pace.ts'
export { isOnCareCall, isPhoneFree, wasPhoneInUse } from './phone-in-use.ts'
export {
  endUnrequestedDials,
  isLeaseInTime,
  leaseDial,
  placeDial,
  recordPlacedDial,
  stopAwaitingReplies,
} from './place-dial.ts'
export { isOtherProviderCall, linkDial, unclaimedCalls, unlinkFromOtherDials } from './provider-calls.ts'
export { reconcileDial, reconcileDials } from './reconcile-dials.ts'
export {
  claimDialsToPoll,
  lockRecordedDial,
  type RecordedDial,
  retryFindingSound,
  stopAwaitingRecordings,
  stopFindingSound,
  unrecordDial,
} from './recorded-dials.ts'
export { currentRate, slowDialling } from './slow-dialling.ts'
