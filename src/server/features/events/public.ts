export { deleteOldEvents } from './delete-old-events.ts'
export { openEventData, sealEventWords } from './event-words.ts'
export { type EventName, noteFannedOut, recordEvent, recordEvents } from './record-event.ts'
