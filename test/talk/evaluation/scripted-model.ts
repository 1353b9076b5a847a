import type { TalkTool } from '#core/talk/talk-tools.ts'
import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { type Misbehaviour, misbehavedReply } from '#simulators/model/misbehaviour.ts'
import { scriptedReply } from '#simulators/model/scripted-replies.ts'

/** No reply comes, or none that ends: for the talk it is one that failed. Their times are tried on the wire. */
const OF_THE_SERVER: ReadonlySet<Misbehaviour> = new Set([
  'slow-first-token',
  'silence',
  'stall',
  'error-500',
  'too-many-requests',
  'broken-frame',
  'cut-stream',
  'cut-by-length',
])

/** The script of the simulated model without its HTTP, for thousands of talks in a test. `null` behaves. */
export function scriptedModel(how: Misbehaviour | null): TalkModel {
  return {
    prepare() {},
    async *reply({ turns, tools }) {
      if (how !== null && OF_THE_SERVER.has(how)) throw new Error(`The server failed: ${how}`)
      const messages = turns.map(({ by, text }) => ({ role: by === 'person' ? 'user' : 'assistant', content: text }))
      const first = (how && misbehavedReply(how, messages)) ?? scriptedReply(messages, tools)
      if (first.tool && (how === 'wrong-tool' || how === 'invalid-arguments')) throw new Error('not understood')
      if (first.tool) {
        const input = JSON.parse(first.tool.arguments)
        yield { kind: 'tool', tool: { name: first.tool.name, ...input } as TalkTool }
        if (first.tool.name !== 'note') return
        yield { kind: 'text', text: scriptedReply([...messages, { role: 'tool' }], tools).text }
      } else yield { kind: 'text', text: first.text }
    },
  }
}
