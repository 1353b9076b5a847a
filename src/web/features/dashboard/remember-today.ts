import type { User } from '#contract/accounts/accounts.ts'
import type { DashboardToday } from '#contract/calls/dashboard.ts'
import type { Held } from '#web/domain/account/plan-standing.ts'
import { shortNames } from '#web/domain/people/short-names.ts'
import { keepLastState, type LastState } from '#web/lib/last-state.ts'
import { notifyWorker } from '#web/lib/session/notify-worker.ts'
import { sessionScope } from '#web/lib/session/session.ts'
import { incidentInWords, openIncidents } from './today/incidents-today.tsx'
import { stateInWords } from './today/person-today-card.tsx'
import { type PersonToday, todayPeople } from './today/today-people.ts'
import { todaySentence } from './today/today-sentence.ts'

/** Twelve people fill a phone. */
const MAX_PEOPLE = 12

/** At most once a minute while nothing changes. */
const REMEMBERED_EVERY_MS = 60_000

/** What was kept last since the page was loaded. */
let kept: { scope: string; today: DashboardToday; at: number } | undefined

/** Whose pushes were renewed since the page was loaded. */
let renewedFor: number | undefined

/**
 * Keeps on this device what the dashboard shows, for when there is no connection, and lets the worker that shows it begin. Once
 * for each page load the worker renews the pushes to this browser, whose address may have changed.
 * Loaded after the dashboard: nobody waits for it.
 */
export async function rememberToday(user: User, today: DashboardToday, atMs: number): Promise<void> {
  const scope = `${user.id}/${user.circle.id}`
  const isSame = kept?.scope === scope && kept.today === today
  if (isSame && kept && atMs - kept.at < REMEMBERED_EVERY_MS) return
  kept = { scope, today, at: atMs }
  await keepLastState(lastStateOf(user, today, new Date(atMs), heldOf(user)), () => sessionScope() === scope)
  // A browser may refuse it, as in a private window; then there is no offline page.
  await navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  if (renewedFor === user.id) return
  renewedFor = user.id
  notifyWorker('renew')
}

/** Calls that wait for an email are not promised. */
function heldOf({ callsWaitForEmail, circle }: User): Held | null {
  if (!callsWaitForEmail) return null
  return circle.role === 'owner' ? 'email' : 'owners_email'
}

/** Names, and how the day stood: no kinds of calls, nothing about health, no numbers. */
export function lastStateOf(
  { timezone }: Pick<User, 'timezone'>,
  { lovedOnes, history, upcoming, attention }: DashboardToday,
  at: Date,
  held: Held | null = null,
): LastState {
  const people = todayPeople(lovedOnes, history, upcoming, at, held !== null)
  const names = shortNames(lovedOnes)
  // What began before today and goes on: no sentence about today says so.
  const ofToday = new Set(people.flatMap(({ calls }) => calls.map(({ id }) => id)))
  const incidents = openIncidents([...upcoming, ...history], at).flatMap(({ id, lovedOneId, lovedOne, incident }) => {
    const words = ofToday.has(id) ? null : incidentInWords(incident)
    return words ? [`${names.get(lovedOneId) ?? lovedOne.name}: ${words}.`] : []
  })
  return {
    at: at.toISOString(),
    timezone,
    summary: attention
      ? attention.inWords
      : [...incidents, people.length > 0 ? todaySentence(people, at, held) : 'No loved ones yet.'].join(' '),
    people: people
      .slice(0, MAX_PEOPLE)
      .map((person) => ({ name: person.lovedOne.name, words: wordsOf(person, at, held) })),
  }
}

/** What goes on at the moment is over by the time that it is read. */
function wordsOf(person: PersonToday, at: Date, held: Held | null): string {
  return person.state.kind === 'in_progress' ? 'A call was under way' : stateInWords(person, at, held)
}
