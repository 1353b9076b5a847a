import type { LineTurn } from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'

interface Heard {
  id: string
  turns: readonly LineTurn[]
}

/**
 * Says whose voice was played in these calls: the provider knows addresses alone, and the recordings of a dial are played in their
 * order, the greeting first. What was deleted meanwhile keeps no name.
 */
export async function nameVoices(db: Db, calls: readonly Heard[]): Promise<<Call extends Heard>(call: Call) => Call> {
  const played = calls.filter(({ turns }) => turns.some(({ kind }) => kind === 'played'))
  const plays =
    played.length === 0
      ? []
      : await db
          .selectFrom('voicePlays')
          .innerJoin('dials', 'dials.id', 'voicePlays.dialId')
          .innerJoin('voiceRecordings', 'voiceRecordings.id', 'voicePlays.recordingId')
          .innerJoin('people', 'people.id', 'voiceRecordings.personId')
          .select(['providerCallId', 'part', 'people.firstName', 'people.username'])
          .where(
            'providerCallId',
            'in',
            played.map(({ id }) => id),
          )
          .where('fetchedAt', 'is not', null)
          .orderBy('part')
          .orderBy('recordingId')
          .execute()
  const voicesOf = Map.groupBy(plays, ({ providerCallId }) => providerCallId)
  return (call) => {
    const voices = (voicesOf.get(call.id) ?? []).map(({ part, firstName, username }) => ({
      part,
      by: firstName ?? username,
    }))
    let place = 0
    const turns = call.turns.map((turn) => {
      const voice = turn.kind === 'played' ? voices[place++] : undefined
      return voice ? { ...turn, voice } : turn
    })
    return { ...call, turns }
  }
}
