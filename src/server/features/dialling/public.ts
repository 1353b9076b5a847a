export { cancelAllLater, cancelAtOnce, cancelAtProvider, cancelLater } from './cancel-at-provider.ts'
export type { DialPurpose, DialPurposes, DoubtfulDial } from './dial-purpose.ts'
export { DIAL_TIMING, type DialTiming } from './dial-timing.ts'
export { alertDialsOfDay, dialsOfDay, forgetOldDials } from './dials-of-numbers.ts'
export {
  aheadMs,
  jitterMs,
  lockPlaces,
  lockPlacesForAlerts,
  rememberAlertDepartures,
  rememberingDepartures,
  spacingMs,
  TURN_REACHED,
} from './pace.ts'
export { isOnCareCall, isPhoneFree, wasPhoneInUse } from './phone-in-use.ts'
export { holdDial, placeDial, recordPlacedDial, takeBackUnasked } from './place-dial.ts'
export { isOfAnotherCall, linkDial, takeFromOthers } from './provider-calls.ts'
export { reconcileDial, reconcileDials } from './reconcile-dials.ts'
export {
  holdRecordedDial,
  lookForSoundAgain,
  passOverSilentDials,
  type RecordedDial,
  stopLookingForSound,
  takeDialsToLookFor,
  unrecordDial,
} from './recorded-dials.ts'
