export type { RecordingsDeps } from './deps.ts'
export { recordingFacts } from './recording-facts.ts'
export { RECORDING_JOBS, recordingHandlers, startRecordingRounds } from './recording-rounds.ts'
export { recordingRoutes } from './routes.ts'
