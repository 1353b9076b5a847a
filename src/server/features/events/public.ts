export { type EventName, type NewEvent, recordEvent, recordEvents } from './record-event.ts'
