import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { addCause, deleteRemovedAlerts, notifyOfRemoval } from '#server/features/incidents/public.ts'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import {
  aContact,
  account,
  aMissed,
  care,
  HOUR,
  lovedOneId,
  MINUTE,
  ring,
  SUSAN,
  setUpCheckIns,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

const remove = () =>
  removeLovedOne(
    { ...care.deps, beforeRemoving: (trx, removal) => notifyOfRemoval(care.deps.incidents, trx, removal) },
    account,
    lovedOneId,
  )

/** A miss about which Susan is being asked. */
async function anIncidentSusanKnowsOf() {
  await aMissed()
  care.clock.advance(5 * MINUTE)
  await care.escalate()
  expect(textsTo(SUSAN)).toHaveLength(1)
}

describe('loved ones who are removed during an incident', () => {
  test('contacts who were alerted about a loved one who is removed are notified that it is over', async () => {
    await anIncidentSusanKnowsOf()
    await remove()
    expect(textsTo(SUSAN).at(-1)).toBe(
      "Cooee, for Robyn Hartley: Margaret Hartley has been removed from Cooee, so we've stopped asking about Margaret. You don't need to answer. In danger? Call 000.",
    )
  })

  test('nothing about a loved one who is removed is kept longer than its delivery', async () => {
    await anIncidentSusanKnowsOf()
    await remove()
    expect(care.notified.at(-1)).toMatchObject({ recipient: SUSAN, isDeletedOnceSent: true })
  })

  test('nobody is notified of a removal if nobody was alerted', async () => {
    await remove()
    expect(textsTo(SUSAN)).toEqual([])
  })

  test.each(['1', '2', '3', 'I am on my way'])(
    'a later answer about a removed loved one, "%s", gets a true reply',
    async (text) => {
      await anIncidentSusanKnowsOf()
      await remove()
      expect(await write(text, SUSAN)).toBe(
        "The person we asked you to check on has been removed from Cooee. You don't need to do anything. In danger? Call 000.",
      )
    },
  )

  test('an answer that names a removed loved one gets a reply beside the open incident about another', async () => {
    const { id: accountId } = account
    const other = await care.aLovedOne(account, { name: 'Ida Lee', phoneNumber: '+61491571111' })
    await aContact('Susan Hartley', SUSAN, { accountId, lovedOneId: other })
    await anIncidentSusanKnowsOf()
    const headline = "Ida Lee didn't answer the 9:00 AM call"
    const happening = {
      accountId,
      lovedOneId: other,
      callId: null,
      cause: 'not_reached',
      headline,
      detail: null,
    } as const
    await care.db.transaction().execute((trx) => addCause(care.deps.incidents, trx, happening))
    await care.escalate()
    await remove()
    expect(await write('3 Margaret Hartley', SUSAN)).toBe(
      "Sorry, we didn't understand that. About Ida Lee: reply 1 if you can, 2 if you can't, 3 if all's well. In danger? Call 000. If you mean someone else we asked you about: they've been removed from Cooee, and you don't need to do anything.",
    )
    expect(await write('3', SUSAN)).toContain("all's well with Ida Lee")
    expect(await write('3 Margaret Hartley', SUSAN)).toMatch(
      /^Thank you\. We've already closed this for Ida Lee\. .* If you mean someone else/,
    )
  })

  test('a contact who rings back about a removed loved one hears that it is over', async () => {
    await anIncidentSusanKnowsOf()
    await remove()
    expect((await ring(SUSAN)).text).toContain('has been removed from Cooee')
  })

  test('the number of a contact is forgotten a day after the loved one was removed', async () => {
    await anIncidentSusanKnowsOf()
    await remove()
    care.clock.advance(25 * HOUR)
    expect(await write('1', SUSAN)).toContain('Nobody reads messages sent to this number')
    await deleteRemovedAlerts(care.db, care.clock.now())
    expect(await care.db.selectFrom('removedAlerts').selectAll().execute()).toEqual([])
  })

  test('a text that comes at the very moment of a removal is answered', async () => {
    await anIncidentSusanKnowsOf()
    let commit = () => {}
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve
    })
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const removal = removeLovedOne(
      {
        ...care.deps,
        async beforeRemoving(trx, removed) {
          await notifyOfRemoval(care.deps.incidents, trx, removed)
          isHeld()
          await mayCommit
        },
      },
      account,
      lovedOneId,
    )
    await held
    const answer = write('1', SUSAN)
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(care.db)
      expect(rows).not.toEqual([])
    })
    commit()
    await removal
    expect(await answer).toContain('has been removed from Cooee')
  })
})
