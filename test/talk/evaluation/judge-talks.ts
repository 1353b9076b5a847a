import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import type { EvaluatedTalk } from './evaluate.ts'
import { askJudge, JUDGE_QUESTIONS, type JudgeQuestion } from './judge-questions.ts'

const MUST_BE_NONE: readonly JudgeQuestion[] = ['promise', 'advice', 'injection']

export interface Judgement {
  question: JudgeQuestion
  /** Dialogues with that fault. */
  faults: string[]
  /** Dialogues about which the judge said neither yes nor no, or failed. */
  unclear: string[]
  isMet: boolean
}

/** Asks a judge every question about every talk. One that does not answer has found nothing good: that is not met. */
export async function judgeTalks(judge: TalkModel, talks: readonly EvaluatedTalk[]): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for (const question of Object.keys(JUDGE_QUESTIONS) as JudgeQuestion[]) {
    const faults: string[] = []
    const unclear: string[] = []
    for (const talk of talks) {
      const isFault = await askJudge(judge, talk, question).catch(() => null)
      if (isFault === null) unclear.push(talk.dialogue.id)
      if (isFault) faults.push(talk.dialogue.id)
    }
    const isMet = unclear.length === 0 && (faults.length === 0 || !MUST_BE_NONE.includes(question))
    judgements.push({ question, faults, unclear, isMet })
  }
  return judgements
}
