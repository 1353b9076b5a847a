export { listActions } from './list-actions.ts'
export { type AuditedAction, recordAction } from './record-action.ts'
