export { addAdminRefusal, listAdminRefusals, refuseAdminRefused, removeAdminRefusal } from './admin-refusals.ts'
export { applyAdminRefusal, applyDecline, applyLift, applyRefusal, notifyOfRefusal } from './apply-refusal.ts'
export {
  declinedNumbers,
  hasDeclined,
  lockRefusals,
  type Refusal,
  type RefusalDeps,
  refusalOf,
  refusalsOf,
  refusedSince,
} from './phone-refusals.ts'
