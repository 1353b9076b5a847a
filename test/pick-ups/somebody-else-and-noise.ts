import { type Act, pauses, repeats, says, untilOffered } from '#simulators/twilio/phone/phone-script.ts'
import {
  answers,
  family,
  HELP,
  hello,
  NOISE,
  type PickUp,
  pressesWhenOffered,
  UNCLEAR,
  WELL,
  WELL_IF_UNDERSTOOD,
} from './pick-up.ts'

const HUMAN = { verdict: 'human', at: 1.5 } as const
const human = (name: string, words = name) => ({ name, acts: [...hello('Hello?'), answers(words)], detection: HUMAN })
const television = (...lines: string[]): Act[] => [repeats(lines.flatMap((each) => [says(each), pauses(1.2)]))]

/** Carers and neighbours who pick up for her, what is misheard, and rooms in which something else speaks. */
export const SOMEBODY_ELSE_AND_NOISE: readonly PickUp[] = [
  ...family('somebody else answers for her', UNCLEAR, [
    { name: 'she is fine', acts: [...hello('Hello?'), answers("She's fine")], detection: HUMAN },
    {
      name: 'Mum is fine',
      acts: [...hello('Hello?'), answers("Mum's fine, she's just in the shower")],
      detection: HUMAN,
    },
    { name: 'yes she is all right', acts: [...hello('Hello?'), answers("Yes she's all right")], detection: HUMAN },
    { name: 'he is well', acts: [...hello('Hello?'), answers("He's good thanks")], detection: HUMAN },
    {
      name: 'Margaret is well thank you',
      acts: [...hello('Hartley residence'), answers('Margaret is well, thank you')],
      detection: HUMAN,
    },
    { name: 'in hospital', acts: [...hello('Hello?'), answers('Margaret is in hospital')], detection: HUMAN },
    {
      name: 'has passed away',
      acts: [...hello('Hello?'), answers('I am sorry, Margaret passed away on Sunday')],
      detection: HUMAN,
    },
  ]),
  ...family('well in their own words', WELL_IF_UNDERSTOOD, [human('no worse than yesterday'), human('nah all good')]),
  ...family('misheard', UNCLEAR, [human('won', 'I won'), human('okay bye', 'Okay, bye bye')]),
  ...family('rooms with noise and nobody who answers', NOISE, [
    {
      name: 'the cricket',
      acts: television("That's out!", 'Two for ninety-three at the tea break', "He's all right, he's getting up"),
    },
  ]),
  ...family('a person beside the noise', WELL, [
    {
      name: 'presses 1 beside the cricket',
      acts: [...hello('Hello?'), pressesWhenOffered('1')],
      background: television("That's out!", 'Two for ninety-three'),
    },
  ]),
  ...family('a person beside the noise who needs help', HELP, [
    {
      name: 'presses 2 beside a quiz',
      acts: [...hello('Hello?'), pressesWhenOffered('2')],
      background: television('Is it one?', "Yes, that's fine!"),
    },
  ]),
  ...family('speech over the prompts', UNCLEAR, [
    {
      name: 'yes into every prompt, nothing after',
      acts: [...hello('Yes'), repeats([untilOffered('1'), says('Mm hm', 0.6)])],
      detection: HUMAN,
    },
    { name: 'hums after each question', acts: [...hello('Hello'), answers('Mmm hmm hmm')], detection: HUMAN },
  ]),
]
