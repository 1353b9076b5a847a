import { writeFileSync } from 'node:fs'
import { hasRight, MEMBER_ROLES, RIGHTS, RIGHTS_OF, ROUTE_RIGHTS } from '#contract/accounts/rights.ts'

const HEAD = `# Who may do what

Written by \`node scripts/rights-page.ts\` from \`src/contract/accounts/rights.ts\`, from which routes are guarded as well.
How a circle works: [flows/a-family.md](flows/a-family.md).

A viewer has the right \`hear\` where the owner allows it. \`/api/admin\` asks for the role of the person, and not of the
member. Routes that no session is needed for are listed in \`test/route-access.test.ts\`.
`

/** The page of rights: of each role, then of each route. */
export function rightsPage(): string {
  const roles = RIGHTS.filter((right) => right !== 'admin').map((right) =>
    row([`\`${right}\``, ...MEMBER_ROLES.map((role) => mark(RIGHTS_OF[role].includes(right), right, role))]),
  )
  const routes = Object.entries(ROUTE_RIGHTS).map(([route, right]) =>
    row([
      `\`${route.replaceAll(/:(\w+)/g, '{$1}')}\``,
      `\`${right}\``,
      MEMBER_ROLES.filter((role) => hasRight({ role, mayHearCalls: false }, right)).join(', '),
    ]),
  )
  return [
    HEAD,
    '## Rights of each role\n',
    row(['right', ...MEMBER_ROLES]),
    '|---|---|---|---|',
    ...roles,
    '\n## The right that each route asks for\n',
    row(['route', 'right', 'who has it']),
    '|---|---|---|',
    ...routes,
    '',
  ].join('\n')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function mark(has: boolean, right: string, role: string): string {
  if (has) return 'yes'
  return right === 'hear' && role === 'viewer' ? 'if the owner allows it' : 'no'
}

if (import.meta.main) writeFileSync(new URL('../docs/rights.md', import.meta.url), rightsPage())
