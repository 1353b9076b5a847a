export {
  CALLS_CONSENT,
  consentLedger,
  consentsFrom,
  consentsOf,
  consentsOfOne,
  consentsOnWire,
  hasConsent,
  LATEST_CONSENTS,
  storedConsents,
  timesUnanswered,
} from './consents-of.ts'
export { type NewConsent, recordConsent } from './record-consent.ts'
