/** What a model can ask for. None takes a number, an address or a person, and none of their words leads to an act. */
export type TalkTool =
  | { name: 'ask_for_help'; reason: string }
  | { name: 'note'; topic: string; words: string }
  | { name: 'end_call' }

export type TalkToolName = TalkTool['name']
