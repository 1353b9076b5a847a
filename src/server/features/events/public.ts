export { openEventData, sealEventWords } from './event-words.ts'
export { forgetOldEvents } from './forget-old-events.ts'
export { type EventName, noteSpread, recordEvent, recordEvents } from './record-event.ts'
