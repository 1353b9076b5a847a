import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { noteNumbers } from './note-numbers.ts'

const FIRST = '+61255501001'
const SECOND = '+61255501002'
const THIRD = '+61255501003'
const FOURTH = '+61255501004'

let care: CareFixture
let account: { id: number }
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver()
  account = await care.anAccount()
})

/** A process starts with this list: how many people got another number, or theirs again. */
const start = (...ownNumbers: OwnNumbers) => noteNumbers(care.db, ownNumbers)
const numberOf = async (id: number) =>
  (await care.db.selectFrom('lovedOnes').select('rungFrom').where('id', '=', id).executeTakeFirstOrThrow()).rungFrom

describe('a number that one start left out of the list', () => {
  test('rings the people who know it again once it is listed, and nobody else changes number', async () => {
    const known = [await care.aLovedOne(account, { rungFrom: SECOND }), await care.somebodyElse(account)]
    const other = await care.anAccount()
    const stays = await care.aLovedOne(other, { rungFrom: FIRST })
    await start(FIRST, SECOND)
    expect(await start(FIRST)).toEqual({ moved: 1, returned: 0 })
    expect(await Promise.all([...known, stays].map(numberOf))).toEqual([FIRST, FIRST, FIRST])
    expect(await start(FIRST, SECOND)).toEqual({ moved: 0, returned: 1 })
    expect(await Promise.all([...known, stays].map(numberOf))).toEqual([SECOND, FIRST, FIRST])
    expect(await start(FIRST, SECOND), 'and stays').toEqual({ moved: 0, returned: 0 })
  })

  test('is replaced by the same one at every start until it is listed again', async () => {
    const id = await care.aLovedOne(account, { rungFrom: THIRD })
    await start(FIRST, SECOND)
    const meanwhile = await numberOf(id)
    const lists: OwnNumbers[] = [
      [SECOND, FIRST],
      [FIRST, SECOND, FOURTH],
      [FIRST, SECOND],
    ]
    for (const numbers of lists) {
      expect(await start(...numbers)).toEqual({ moved: 0, returned: 0 })
      expect(await numberOf(id)).toBe(meanwhile)
    }
  })

  test('rings its people again also when the one that replaced it was left out as well', async () => {
    const id = await care.aLovedOne(account, { rungFrom: FIRST })
    await start(SECOND)
    await start(THIRD)
    expect(await numberOf(id)).toBe(THIRD)
    await start(SECOND, THIRD)
    expect(await numberOf(id), 'the one before').toBe(SECOND)
    await start(THIRD)
    await start(FIRST, SECOND, THIRD)
    expect(await numberOf(id), 'the first one').toBe(FIRST)
    await start(FIRST, SECOND, THIRD)
    expect(await numberOf(id)).toBe(FIRST)
  })
})
