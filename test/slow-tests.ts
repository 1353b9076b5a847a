/**
 * What `npm test` leaves to `npm test -- --all`, which CI runs: they cost more than half of all processor time, and most
 * of what they hold is held in small beside the code (docs/testing.md). What nothing else holds: a backup that is restored,
 * and servers that are killed (kill -9) in the middle of a call, an incident, a talk or a webhook.
 */
export const SLOW_TESTS: readonly string[] = [
  // Servers that are killed, frozen, restarted, restored and migrated.
  'src/server/platform/database/embedded-postgres.test.ts',
  'test/backup.test.ts',
  'test/circles-migration.test.ts',
  'test/failed-over.test.ts',
  'test/frozen-database.test.ts',
  'test/graceful-stop.test.ts',
  'test/kill-nine-escalation.test.ts',
  'test/kill-nine-talk.test.ts',
  'test/kill-nine-webhooks.test.ts',
  'test/many-machines.test.ts',
  'test/restart-at-pick-up.test.ts',
  'test/restored-calls.test.ts',
  'test/setup-billing.test.ts',
  'test/upgrade.test.ts',
  'test/wrong-clock.test.ts',
  // Whole days, drills and talks on the whole product.
  'src/server/features/incidents/alert-calls/low-rate.test.ts',
  'test/drill.test.ts',
  'test/familiar-voice.test.ts',
  'test/later-work.test.ts',
  'test/magic-endings.test.ts',
  'test/recorded-by-phone.test.ts',
  'test/several-numbers.test.ts',
  'test/soak/soak.test.ts',
  'test/talk/evaluation/evaluation.test.ts',
  'test/talks.test.ts',
  // Everything with everything: requests, values, faults, rows, copies of the tree.
  'src/core/report/changes.test.ts',
  'test/encryption-at-rest.test.ts',
  'test/first-change.test.ts',
  'test/fuzz.test.ts',
  'test/languages.test.ts',
  'test/nasty-input.test.ts',
  'test/private-things-in-logs.test.ts',
  'test/whole-or-nothing.test.ts',
]

/** The same among the browser end-to-end tests. */
export const SLOW_JOURNEYS: readonly string[] = [
  'e2e/first-hour.test.ts',
  'e2e/fortnight.test.ts',
  'e2e/kill-nine.test.ts',
  'e2e/restart.test.ts',
  'e2e/within-reach.test.ts',
]

/** Whether nothing is left out: `scripts/test.js` says otherwise. A test that is run by its name never is. */
export const RUNS_ALL = process.env.COOEE_TESTS !== 'quick'

/** The paths among `slow` that this run leaves out. */
export function leftOut(slow: readonly string[]): readonly string[] {
  return RUNS_ALL ? [] : slow
}

/** In a quick run the first of `all` for each `key`, otherwise all of them. */
export function oneForEach<T>(all: readonly T[], key: (item: T) => string): readonly T[] {
  if (RUNS_ALL) return all
  const firsts = new Map(all.toReversed().map((item) => [key(item), item]))
  return all.filter((item) => firsts.get(key(item)) === item)
}
