export { addAdminRefusal, listAdminRefusals, refuseAdminRefused, removeAdminRefusal } from './admin-refusals.ts'
export { applyAdminRefusal, applyLift, applyRefusal, notifyOfRefusal } from './apply-refusal.ts'
export { type Refusal, type RefusalDeps, refusalOf, refusalsOf } from './phone-refusals.ts'
