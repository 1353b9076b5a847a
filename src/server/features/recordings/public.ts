export { deleteRecordingsOfCallAt } from './deletions/delete-at-provider.ts'
export { discardRecordingsOf } from './deletions/discard-recordings.ts'
export type { RecordingsDeps } from './deps.ts'
export { maintainRecordings } from './maintain-recordings.ts'
export { RECORDING_JOBS, recordingHandlers } from './recording-handlers.ts'
export { recordingProviderEvents } from './recording-provider-events.ts'
export { recordingRoutes } from './routes.ts'
export {
  hasSoundsInStore,
  maintainSoundStore,
  STORE_MISSING,
  warnOfMissingStore,
} from './sounds/maintain-sound-store.ts'
