import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .map((path) => ({ path, code: withoutComments(readFileSync(join(root, path), 'utf8')) }))

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

interface Danger {
  what: string
  pattern: RegExp
  /** Where it is allowed, and why no user input can get there. */
  meant: Record<string, string>
}

/** However `raw` is reached: by its name, in brackets, taken out of `sql`, under another name; and what is joined by hand. */
const SQL_FROM_TEXT = new RegExp(
  [
    /\bsql\s*\??\.\s*raw\b|\bsql\s*(\?\.\s*)?\[/,
    /\}\s*=\s*sql\b(?!\s*[`<])|=\s*sql\s*(?![`<\w\s])|\bsql\s+as\s/,
    /\bCompiledQuery\.raw\b|\bRawNode\b|\bimport\s*\*\s*as\s+\w+\s+from\s*'kysely'/,
    /\.query\(`[^`]*\$\{|\.query\((\s*)['"`][^'"`]*['"`]\s*\+/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Functions that execute text. Each use is listed here with the reason why it is safe. */
const DANGERS: Danger[] = [
  { what: 'code from text', pattern: /\beval\(|new Function\(|node:vm|setTimeout\(\s*['"`]/, meant: {} },
  {
    what: 'HTML from text',
    pattern: /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write\(|srcdoc/i,
    meant: {
      'src/web/features/landing/page-head.tsx': 'structured data of the public pages, written when the app is built',
    },
  },
  {
    what: 'SQL from text',
    pattern: SQL_FROM_TEXT,
    meant: {
      'src/server/features/billing/limits/lapse-candidates.ts': 'the name of a column, one of two',
      'src/server/platform/backup/restore-backup.ts': 'names of tables, escaped as identifiers',
      'src/server/platform/backup/write-backup.ts': 'names of tables, escaped as identifiers',
      'src/server/platform/due-work/due-rows.ts': 'names of tables and columns, each of a closed list',
      'src/server/platform/sealing/reseal.ts': 'the name of a type, one of three',
      'src/server/platform/database/embedded-postgres.ts': 'the name of the database, a constant',
      'src/server/platform/database/connection/keep-listening.ts': 'the name of the channel, a constant, and escaped',
      'src/server/platform/database/migrate.ts': 'a limit in milliseconds, a constant',
    },
  },
  {
    what: 'programs',
    pattern: /node:child_process/,
    meant: {
      'src/server/platform/database/embedded-postgres/binaries.ts':
        'PostgreSQL, with arguments as a list, before anybody can ask',
      'src/server/platform/database/embedded-postgres/cluster.ts': 'the same',
      'src/server/platform/database/embedded-postgres/postmaster.ts': 'the same',
      'src/server/platform/database/embedded-postgres/system-binaries.ts': 'the same',
      'src/server/platform/database/embedded-postgres/system-user.ts': 'the same',
    },
  },
  { what: 'a shell', pattern: /shell: true|execSync\(|\bexec\(\s*[`'"]/, meant: {} },
  { what: 'unchecked certificates', pattern: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/, meant: {} },
  {
    what: 'weak hashes and ciphers',
    pattern: /createHash\(['"](md5|sha1)['"]\)|createCipheriv\(['"][^'"]*(ecb|des|rc4)/i,
    meant: {},
  },
  {
    what: 'messages from other windows',
    pattern: /postMessage\(|addEventListener\(['"]message['"]/,
    meant: {
      'src/web/lib/session/notify-worker.ts': 'to the service worker of this address, and without a secret',
      'src/web/features/dashboard/use-cleared-badge.ts':
        'from that worker, which no other address reaches, and all it does is to clear the badge',
    },
  },
  {
    what: 'chance that can be guessed',
    pattern: /Math\.random\(/,
    meant: {
      'src/server/platform/changes/routes.ts': 'when a browser comes back',
      'src/server/features/care/dispatch/dial-again.ts': 'how long a wait is',
      'src/server/features/webhooks/deliver/deliver.ts': 'how long a pause is',
      'src/server/platform/work/poll-loop.ts': 'at which moment of a second it polls',
      'src/server/platform/database/statements/retrying-transaction.ts': 'how long a pause is',
    },
  },
]

test.each([
  'sql.raw(name)',
  "sql['raw'](name)",
  'sql?.raw(name)',
  'const { raw } = sql',
  'const text = sql\n',
  "import { sql as text } from 'kysely'",
  "import * as kysely from 'kysely'",
  'CompiledQuery.raw(name)',
  `client.query(\`select \${name}\`)`,
  "client.query('select ' + name)",
])('SQL from text is seen in %s', (code) => {
  expect(code).toMatch(SQL_FROM_TEXT)
})

test.each([`sql\`select \${name}\``, 'const sum = sql<number>`1`', "client.query('select $1', [name])"])(
  'and not in %s',
  (code) => {
    expect(code).not.toMatch(SQL_FROM_TEXT)
  },
)

test.each(DANGERS)('$what occurs only where it is allowed', ({ pattern, meant }) => {
  const found = sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
  // The simulators stand in for providers on somebody's desk; no secret is made there.
  expect(found.filter((path) => !path.startsWith('src/simulators/')).sort()).toEqual(Object.keys(meant).sort())
})
