import type { PlantedFault } from '../planted-fault.ts'

const VOICES = 'src/server/features/voices'
const ROUTES_TEST = `${VOICES}/routes.test.ts`
const CALLS_TEST = 'test/familiar-voice.test.ts'

/** What calls play in the voice of a member. */
export const VOICE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a recording is used that its maker has not listened to',
    file: `${VOICES}/routes.ts`,
    text: "const id = await db\n            .transaction()\n            .execute((trx) => saveVoice(deps, trx, { ...asking, scheduleId, part, source: 'page', bytes }))\n",
    replacement:
      "const id = await db\n            .transaction()\n            .execute((trx) => saveVoice(deps, trx, { ...asking, scheduleId, part, source: 'page', bytes }))\n          await noteHeard(deps, { personId: asking.personId, recordingId: id })\n",
    test: {
      file: ROUTES_TEST,
      title: 'it is a draft until it was heard and used; then calls play it, in place of the one before, which is gone',
    },
  },
  {
    name: 'fetching the sound of a draft counts as listening to it',
    file: `${VOICES}/routes.ts`,
    text: "      return reply.type('audio/wav')",
    replacement:
      "      await noteHeard(deps, { personId: request.person.id, recordingId })\n      return reply.type('audio/wav')",
    test: { file: 'test/reading-changes-nothing.test.ts', title: 'no GET writes anything, for any caller' },
  },
  {
    name: 'a member sees and uses the draft of another',
    file: `${VOICES}/own-voice.ts`,
    text: "eb('voiceRecordings.personId', '=', personId)",
    replacement: "eb('voiceRecordings.personId', '<>', 0 * personId)",
    test: {
      file: ROUTES_TEST,
      title: 'a viewer neither records nor listens; a carer does; nobody sees or uses the draft of another member',
    },
  },
  {
    name: 'a recording that the provider could not get is named to it again at the next try',
    file: `${VOICES}/choose-voice.ts`,
    text: 'v.named_at is not null and v.fetched_at is null',
    replacement: 'v.named_at is not null and v.fetched_at is not null',
    test: {
      file: CALLS_TEST,
      title: 'where the provider ends a call for a sound that it cannot get, the next try has only spoken words',
    },
  },
  {
    name: 'Cooee does not say who is calling where the greeting was not heard',
    file: `${VOICES}/choose-voice.ts`,
    text: 'isGreeted: greeting?.isFetched ?? false',
    replacement: 'isGreeted: greeting?.isNamed ?? false',
    test: {
      file: CALLS_TEST,
      title: 'the spoken words come in the same call where the sound is %s, and it has one outcome',
    },
  },
  {
    name: 'who records again by phone hears what they recorded before, and uses it',
    file: `${VOICES}/phone/fetch-recorded.ts`,
    text: "updateTable('voiceRequests').set({ recordingId: null })",
    replacement: "updateTable('voiceRequests').set({ usedAt: null })",
    test: {
      file: `${VOICES}/phone/fetch-recorded.test.ts`,
      title: 'what is recorded again is played only once the provider has it, and nothing older in its place',
    },
  },
]
