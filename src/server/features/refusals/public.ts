export { liftRefusal, type Refusal, type RefusalDeps, type Refuses, refusalOf, refusalsOf, refuse } from './phone-refusals.ts'
