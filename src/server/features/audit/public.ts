export { type AuditedAction, recordAction } from './record-action.ts'
