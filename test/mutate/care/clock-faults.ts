import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const CALLS = 'src/server/features/calls'

/** Local time. */
export const CLOCK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a time in the spring gap rings an hour early',
    file: 'src/core/recurrence/wall-clock.ts',
    text: "{ disambiguation: 'compatible' }",
    replacement: "{ disambiguation: 'earlier' }",
    test: {
      file: 'src/core/recurrence/wall-clock.test.ts',
      title: 'a time inside the spring gap moves forward by its length: %s %s in %s',
    },
  },
  {
    name: 'the zone of the server is used instead of that of the loved one',
    file: `${CALLS}/schedules/schedules.ts`,
    text: '        zone: row.zone,\n        asksBy: row.asksBy,',
    replacement: "        zone: 'UTC',\n        asksBy: row.asksBy,",
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'a due call books the following occurrence of its schedule in the moment it is claimed, on the wall clock',
    },
  },
  {
    name: 'a schedule keeps its instants when its loved one moves',
    file: `${CALLS}/schedules/rezone-schedules.ts`,
    text: 'const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, previousZone, schedule.zone)',
    replacement: 'const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, previousZone, previousZone)',
    test: {
      file: `${CALLS}/schedules/rezone-schedules.test.ts`,
      title: 'from %s, a daily call at %s rings in %s at %s',
    },
  },
]
