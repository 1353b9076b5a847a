import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockAttempt } from '#server/features/care/attempts/attempt-state.ts'
import { concludeCall } from '#server/features/care/public.ts'
import { isAlertStillNeeded } from '#server/features/incidents/public.ts'
import { type DeliveryDeps, deliverMessage } from '#server/features/messages/deliver/deliver-message.ts'
import { DELIVERY_TIMEOUTS, enqueueMessage } from '#server/features/messages/public.ts'
import { isCode, isTest, sources } from './architecture/sources.ts'
import { writesOf } from './architecture/writers.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { brokenSteps, type CodePath, sourceOf, textOf } from './code-paths/code-path.ts'
import { DUE_TO_DONE } from './code-paths/due-to-done.ts'
import { executedFunctions } from './code-paths/executed-functions.ts'
import { MISSED_TO_TEXT } from './code-paths/missed-to-text.ts'

const PHONE = '+61491570111'

let care: CareFixture
let account: { id: number }
/** Messages that wait to be delivered. */
const queued: number[] = []
beforeAll(async () => {
  care = await careFixture()
  care.deps.incidents.enqueueNotice = async (trx, notice) => {
    const id = await enqueueMessage(care.jobs, trx, { isUrgent: true, ...notice, createdAt: care.clock.now() })
    if (id !== null) queued.push(id)
    return id
  }
})
afterAll(() => care.close())
beforeEach(async () => {
  queued.length = 0
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  account = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: PHONE, verifiedPhone: PHONE }).execute()
  const lovedOneId = await care.aLovedOne(account, { retryAttempts: 0 })
  await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.set(NINE_IN_SYDNEY)
})

function theDial() {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  return { id: attemptId, providerCallId }
}

const call = (status: string, endedStatus: 'completed' | 'no-answer' | null) => ({
  ...{ status, endedStatus, providerCallId: theDial().providerCallId },
  ...{ answeredBy: null, durationSeconds: endedStatus === 'completed' ? 12 : null },
})

async function dueToDone(): Promise<void> {
  await care.dispatch()
  const { id, providerCallId } = theDial()
  await care.facts.progressed(id, call('ringing', null))
  await care.facts.answered(id, providerCallId)
  await care.facts.heard(id, 'listen 1', { keys: '', speech: '' }, providerCallId)
  await care.facts.answererDetected?.(id, providerCallId, 'human')
  await care.facts.heard(id, 'question 2', { keys: '1', speech: '' }, providerCallId)
  await care.facts.progressed(id, call('completed', 'completed'))
}

/** The end is written in a transaction that has locked its attempt; then what waits is delivered, until it is handed over. */
async function missedToText(sent: string[]): Promise<Map<string, string[]>> {
  const written = await care.db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, theDial().id)
    if (!attempt) throw new Error('The call is gone')
    const end = {
      status: 'missed',
      reason: 'The phone rang out.',
      durationSeconds: null,
      now: care.clock.now(),
    } as const
    return executedFunctions(() => concludeCall(care.deps, trx, attempt, end))
  })
  const delivered = await executedFunctions(async () => {
    for (const id of queued) await handedOver(id, sent)
  })
  return new Map(
    [...written, ...delivered].map(([file]) => [file, [written, delivered].flatMap((ran) => ran.get(file) ?? [])]),
  )
}

/** Resolves as soon as the provider has the text: what is noted then is not on the way any more. */
function handedOver(messageId: number, sent: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const texts = {
      send({ text }: { text: string }) {
        sent.push(text)
        resolve()
        return new Promise(() => {})
      },
    }
    const mail = { send: async () => ({ kind: 'kept' }) }
    const isStillNeeded = (id: number) => isAlertStillNeeded(care.db, id)
    const deps = { ...care.deps, mail, texts, isStillNeeded, timeouts: DELIVERY_TIMEOUTS } as unknown as DeliveryDeps
    deliverMessage(deps, messageId).then(resolve, reject)
  })
}

const statuses = async () =>
  (await care.db.selectFrom('calls').select('status').orderBy('id').execute()).map((c) => c.status)
const isFeature = (file: string) => file.startsWith('src/server/features/')

/** What runs in the features on the way, against what the path says. */
function comparedWith(path: CodePath, executed: ReadonlyMap<string, readonly string[]>) {
  const stepFiles = path.steps.map(({ file }) => file)
  const said = new Set([...stepFiles, ...path.asked, ...path.noted])
  const ran = [...executed.keys()].filter(isFeature)
  return {
    leftOut: ran.filter((file) => !said.has(file)).map((file) => `${file}: ${executed.get(file)?.join(' ')}`),
    notOnTheWay: [...said].filter((file) => isFeature(file) && !ran.includes(file)),
    askedThatWrite: path.asked.filter((file) =>
      executed.get(file)?.some((name) => writesOf({ path: file, text: sourceOf(file, name) }).length > 0),
    ),
  }
}

/** `1. `src/…`, `functionName`: what it does.` */
function listedIn(page: string, heading: string): string[] {
  const [, part = ''] = textOf(page).split(`\n## ${heading}\n`)
  const [list = ''] = part.split('\n## ')
  return [...list.matchAll(/^\d+\. `(src\/[^`]+)`, `(\w+)`/gm)].map(([, file, name]) => `${file} ${name}`)
}

/** `- `src/…`, `functionName`: what it does.`: those that do not have the function, or whose function no other file uses. */
function brokenBeside(texts: readonly string[]): string[] {
  const beside = texts.flatMap((text) => {
    const [, list = ''] = text.split('\n## The files, in order\n')
    return [...list.matchAll(/^- `(src\/[^`]+)`, `(\w+)`/gm)].map(([, file = '', name = '']) => ({ file, name }))
  })
  const product = sources.filter((source) => isCode(source) && !isTest(source.path))
  const names = (text: string, name: string) => new RegExp(String.raw`\b${name}\b`).test(text)
  const has = (text: string, name: string) => names(text, `(function|const) ${name}`)
  return beside
    .filter(({ file, name }) => {
      const isUsed = product.some(({ path, text }) => path !== file && names(text, name))
      return !has(textOf(file), name) || !isUsed
    })
    .map(({ file, name }) => `${file} ${name}`)
}

const inOrder = ({ steps }: CodePath) => steps.map(({ file, enters }) => `${file} ${enters}`)
const NOTHING_ELSE = { leftOut: [], notOnTheWay: [], askedThatWrite: [] }

describe('a call from due to done', () => {
  test('a call from due to done passes 22 files at most', () => {
    expect(new Set(DUE_TO_DONE.steps.map(({ file }) => file)).size).toBe(DUE_TO_DONE.steps.length)
    expect(DUE_TO_DONE.steps.length).toBeLessThanOrEqual(22)
  })

  test('each file is handed the call by one before it', () => {
    expect(brokenSteps(DUE_TO_DONE)).toEqual([])
  })

  test('a call from due to done runs those files and no other, and the files that are only asked write nothing', async () => {
    const executed = await executedFunctions(dueToDone)
    expect(await statuses()).toEqual(['completed', 'scheduled'])
    expect(comparedWith(DUE_TO_DONE, executed)).toEqual(NOTHING_ELSE)
  })

  test('the page about it has the files in the same order', () => {
    expect(listedIn('docs/flows/a-call-from-due-to-done.md', 'The files, in order')).toEqual(inOrder(DUE_TO_DONE))
  })
})

describe('a missed call becomes a text message', () => {
  test('a missed call becomes a text message within 10 files', () => {
    expect(MISSED_TO_TEXT.steps.length).toBeLessThanOrEqual(10)
  })

  test('each file is handed it by one before it', () => {
    expect(brokenSteps(MISSED_TO_TEXT)).toEqual([])
  })

  test('a missed call runs those files and no other', async () => {
    await care.dispatch()
    const sent: string[] = []
    const executed = await missedToText(sent)
    expect(await statuses()).toEqual(['missed', 'scheduled'])
    expect(sent).toEqual([expect.stringContaining("didn't answer")])
    expect(comparedWith(MISSED_TO_TEXT, executed)).toEqual(NOTHING_ELSE)
  })

  test('the page about it has the files in the same order', () => {
    expect(listedIn('docs/flows/an-escalation.md', 'The files, in order')).toEqual(inOrder(MISSED_TO_TEXT))
  })
})

describe('the lists beside both paths', () => {
  const pages = ['docs/flows/a-call-from-due-to-done.md', 'docs/flows/an-escalation.md']

  test('each file that they name has the function, and another file uses it', () => {
    expect(brokenBeside(pages.map(textOf))).toEqual([])
  })

  test('they name the poll loops, and the file with the words of the text to a contact', () => {
    const [call, escalation] = pages.map(textOf)
    const loops = 'src/server/features/care/dispatch/care-poll-loops.ts'
    expect(call).toContain(`\n- \`${loops}\`, \`carePollLoops\``)
    expect(escalation).toContain(`\n- \`${loops}\`, \`carePollLoops\``)
    expect(escalation).toContain('\n- `src/core/escalation/texts/alert-texts.ts`, `contactAlert`')
  })

  test('a function that is not there is found', () => {
    const list = (name: string) => `\n## The files, in order\n\n- \`src/core/back-off.ts\`, \`${name}\`: waits`
    expect(brokenBeside([list('backOffMs')])).toEqual([])
    expect(brokenBeside([list('backOffYears')])).toEqual(['src/core/back-off.ts backOffYears'])
  })
})

describe('what a path says is checked', () => {
  const without = (file: string): CodePath => ({
    ...DUE_TO_DONE,
    steps: DUE_TO_DONE.steps.filter((step) => !step.file.endsWith(file)),
  })

  test('a function that is not there, and one that nothing before it uses, are found', () => {
    const { steps } = DUE_TO_DONE
    const renamed = steps.map((step) => (step.enters === 'placeDial' ? { ...step, enters: 'placeDials' } : step))
    expect(brokenSteps({ ...DUE_TO_DONE, steps: renamed })).toEqual([
      'src/server/features/dialling/place-dial.ts exports no placeDials',
    ])
    expect(brokenSteps(without('/dial-attempt.ts'))).toContain(
      'nothing before it uses placeDial of src/server/features/dialling/place-dial.ts',
    )
    expect(brokenSteps(without('/place-dial.ts'))).toEqual([
      'src/server/features/dialling/place-dial.ts does not hand over to src/server/adapters/telephony/twilio/twilio-telephony.ts',
    ])
  })

  test('a file that is left out, one that does not run, and one that writes although it is only asked', async () => {
    const executed = await executedFunctions(dueToDone)
    const { leftOut } = comparedWith(without('/place-dial.ts'), executed)
    expect(leftOut).toEqual(['src/server/features/dialling/place-dial.ts: isLeaseInTime placeDial'])
    const reconciler = 'src/server/features/dialling/reconcile-dials.ts'
    const dial = 'src/server/features/care/dispatch/dial-attempt.ts'
    const wrong = { ...DUE_TO_DONE, asked: [...DUE_TO_DONE.asked, reconciler, dial] }
    expect(comparedWith(wrong, executed)).toEqual({
      leftOut: [],
      notOnTheWay: [reconciler],
      askedThatWrite: [dial],
    })
  })
})
