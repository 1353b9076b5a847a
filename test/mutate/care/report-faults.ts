import type { PlantedFault } from '../planted-fault.ts'

const REPORTS = 'src/server/features/reports'
const CALENDARS_TEST = 'src/server/features/calendars/routes.test.ts'

/** How somebody has been: on the screen, in files, in the weekly letter and in calendars. */
export const REPORT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a report counts the calls of a day by the day in UTC',
    file: `${REPORTS}/reported-calls.ts`,
    text: 'toWallClock(row.scheduledFor, row.zone)',
    replacement: "toWallClock(row.scheduledFor, 'UTC')",
    test: {
      file: `${REPORTS}/routes.test.ts`,
      title: 'days are those on the wall: a change of the clocks moves no call to another day',
    },
  },
  {
    name: 'another family reads a report',
    file: `${REPORTS}/read-report.ts`,
    text: 'const { name, timezone } = await ownLovedOne(db, accountId, lovedOneId)\n',
    replacement:
      "const { name, timezone } = await db.selectFrom('lovedOnes').selectAll().where('id', '=', lovedOneId).executeTakeFirstOrThrow()\n",
    test: { file: `${REPORTS}/routes.test.ts`, title: 'a viewer reads it, and no other family' },
  },
  {
    name: 'a spreadsheet runs a cell as a formula',
    file: `${REPORTS}/csv.ts`,
    text: 'const safe = /^[=+',
    replacement: 'const safe = /^[§',
    test: { file: `${REPORTS}/csv.test.ts`, title: 'a cell that begins like a formula is text: %j' },
  },
  {
    name: 'chance alone is a change',
    file: 'src/core/report/changes.ts',
    text: 'Math.max(differ, chance)',
    replacement: 'differ',
    test: {
      file: 'src/core/report/changes.test.ts',
      title: 'a year of ordinary life has at most one sentence in sixty days, and most lives far fewer',
    },
  },
  {
    name: 'the weekly letter says that nobody took on an alert that goes on',
    file: 'src/core/report/letter-text.ts',
    text: 'who || how ? `',
    replacement: 'when ? `',
    test: {
      file: 'src/core/report/words.test.ts',
      title: 'a letter tells of a week, its alerts and what is different, and how to switch it off',
    },
  },
  {
    name: 'a member who wants the weekly letter gets none',
    file: 'src/server/features/summaries/send-letters.ts',
    text: 'await claimLetter(trx, reader, due.day)',
    replacement: 'await claimLetter(trx, { ...reader, personId: 0 }, due.day)',
    test: {
      file: 'src/server/features/summaries/send-letters.test.ts',
      title: 'each member who wants it gets their own, on their own clock',
    },
  },
  {
    name: 'a calendar names people although the member wants no names',
    file: 'src/server/features/calendars/calls-to-come.ts',
    text: 'showsNames ? row.name : null',
    replacement: 'row.name',
    test: {
      file: CALENDARS_TEST,
      title: 'names are in it only where the member wants them, and never what a call is for',
    },
  },
  {
    name: 'a calendar shows calls of days away',
    file: 'src/server/features/calendars/calls-to-come.ts',
    text: 'isAway(row.lovedOneId, at) ? []',
    replacement: 'isAway(0, at) ? []',
    test: {
      file: CALENDARS_TEST,
      title:
        'a moved call keeps its name in the calendar, with a later version; a skipped one and days away are not in it',
    },
  },
  {
    name: 'the address of a calendar goes on when the account is suspended',
    file: 'src/server/features/calendars/calendars.ts',
    text: "    .where('accounts.suspendedByAdminAt', 'is', null)\n",
    replacement: '',
    test: {
      file: CALENDARS_TEST,
      title:
        'it ends when the member ends it, leaves or is suspended, and says no more than of an address that never was',
    },
  },
]
