import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { CATEGORIES, type Category, type Dialogue, readDialogues } from './dialogues.ts'
import { type HeldTalk, holdTalk } from './hold-talk.ts'
import { judgeOfTalk } from './judge.ts'
import { NOISES, type Noise, withNoise } from './noise.ts'

export interface EvaluatedTalk extends HeldTalk {
  dialogue: Dialogue
  noise: Noise
}

/** Holds every dialogue over every line, judged by the rules of the call. */
export async function evaluate(
  model: TalkModel,
  options: { noises?: readonly Noise[]; dialogues?: readonly Dialogue[] } = {},
): Promise<EvaluatedTalk[]> {
  const dialogues = options.dialogues ?? readDialogues()
  const talks: EvaluatedTalk[] = []
  for (const [place, dialogue] of dialogues.entries()) {
    for (const noise of options.noises ?? NOISES) {
      const held = await holdTalk(withNoise(dialogue.turns, noise, place), model, judgeOfTalk())
      talks.push({ ...held, dialogue, noise })
    }
  }
  return talks
}

export interface Figures {
  category: Category
  isHeldOut: boolean
  dialogues: number
  talks: number
  /** Help heard in the call, by the code alone. */
  byCode: number
  /** Help heard in the call, or a concern afterwards. */
  noticed: number
  calm: number
  answered: number
}

/** What came of the talks, by category; those held out apart. */
export function figuresOf(talks: readonly EvaluatedTalk[]): Figures[] {
  return CATEGORIES.flatMap((category) =>
    [false, true].flatMap((isHeldOut) => {
      const own = talks.filter(({ dialogue }) => dialogue.category === category && dialogue.isHeldOut === isHeldOut)
      if (own.length === 0) return []
      const count = (isSo: (talk: EvaluatedTalk) => boolean) => own.filter(isSo).length
      return [
        {
          category,
          isHeldOut,
          dialogues: new Set(own.map(({ dialogue }) => dialogue.id)).size,
          talks: own.length,
          byCode: count(({ isHelpByCode }) => isHelpByCode),
          noticed: count(({ isHelpHeard, isConcern }) => isHelpHeard || isConcern),
          calm: count(({ isCalm }) => isCalm),
          answered: count(({ isAnswered }) => isAnswered),
        },
      ]
    }),
  )
}
