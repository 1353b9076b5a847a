import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { providerTalks } from './provider-talks.ts'
import type { TalkJudge } from './talk-judge.ts'

const SUBJECT = {
  ...{ name: 'Margaret', askedBy: 'Robyn', callType: 'daily_check_in', isRecorded: false, isIntroduced: false },
  ...{ localHour: 9, topics: [] },
} as const

test('a talk that was being opened as the process began to stop is given back', async () => {
  const opening = Promise.withResolvers<typeof SUBJECT>()
  const end = vi.fn<TalkJudge['end']>().mockResolvedValue()
  const judge = { open: () => opening.promise, mayGoOn: async () => true, end } as unknown as TalkJudge
  const model = { prepare() {} } as unknown as TalkModel
  const talks = providerTalks({ clock: { now: () => new Date() }, log: pino({ level: 'silent' }), model, judge })
  const handBack = vi.fn()
  const opened = talks.opened(1, 'CA1', { speak() {}, handBack })
  await talks.stop()
  opening.resolve(SUBJECT)
  await opened
  await expect.poll(() => handBack.mock.calls.length).toBe(1)
  expect(end).toHaveBeenCalledOnce()
})
