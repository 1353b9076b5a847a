export { incidentsOfCalls } from './escalation-view.ts'
