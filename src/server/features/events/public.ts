export { type EventName, recordEvent, recordEvents } from './record-event.ts'
