export { type AskingAdmin, askingAdmin } from './asking-admin.ts'
export { lastRestoredAt, recordFailover, recordRestore } from './last-restore.ts'
export { listActions } from './list-actions.ts'
export { recordAction } from './record-action.ts'
