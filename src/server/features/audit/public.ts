export { type AskingAdmin, askingAdmin } from './asking-admin.ts'
export { listActions } from './list-actions.ts'
export { type AuditedAction, recordAction } from './record-action.ts'
