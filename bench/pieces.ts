/** A piece of the driver layer, and how the product runs without it: a text that is replaced when its file is loaded. */
export interface Piece {
  file: string
  text: string
  replacement: string
  /** Where it could pay: in calls, in what screens read, or in both. */
  works: readonly ('calls' | 'reads')[]
}

/**
 * `npm run bench -- --pieces` judges each. A piece that makes the whole path less than 1.1 times as good is removed.
 * The pool of the webhooks is the control: nothing is posted in the measurement, so what it shows beside 1 is noise.
 */
export const PIECES: Readonly<Record<string, Piece>> = {
  'prepared-statement': {
    file: 'src/server/platform/database/statements/prepared-statement.ts',
    text: '    const names = [...byName.keys()].sort()\n',
    replacement: `    const given = Object.fromEntries([...byName].map(([name, value]) => [name, sql\`\${value}\`]))
    return (await db.executeQuery(build(db, given as never).compile())).rows as Row[]
    const names = [...byName.keys()].sort()\n`,
    works: ['calls', 'reads'],
  },
  'asked-together': {
    file: 'src/server/platform/database/statements/asked-together.ts',
    text: '  return (key) => {\n',
    replacement: '  return async (key) => (await read([key]))(key)\n  return (key) => {\n',
    works: ['reads'],
  },
  'in-batches': {
    file: 'src/server/platform/database/statements/in-batches.ts',
    text: '  return (item) => {\n',
    replacement: '  return alone\n  return (item) => {\n',
    works: ['calls'],
  },
  'statement-names': {
    file: 'src/server/platform/database/statements/statement-names.ts',
    text: '      if (isStopped || ',
    replacement: '      if (true || isStopped || ',
    works: ['calls', 'reads'],
  },
  'recently-linked': {
    file: 'src/server/features/care/attempts/recently-linked.ts',
    text: '      return known?.providerCallId ',
    replacement: '      return false && known?.providerCallId ',
    works: ['calls'],
  },
  'the pool of the dispatcher': {
    file: 'src/server/composition/workers/start-workers.ts',
    text: '  const dispatcher = createDispatcher({ ...care, db: dispatching })\n',
    replacement: '  const dispatcher = createDispatcher(care)\n',
    works: ['calls'],
  },
  'the pool of the webhooks': {
    file: 'src/server/composition/workers/start-workers.ts',
    text: 'workOf({ ...parts, webhooks: { ...webhooks, db: posting } }, dispatcher)',
    replacement: 'workOf(parts, dispatcher)',
    works: ['calls'],
  },
}
