export { type EventName, recordEvent } from './record-event.ts'
