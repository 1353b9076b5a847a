import { resolve } from 'node:path'
import { type InsertQueryNode, type KyselyPlugin, OperationNodeTransformer } from 'kysely'
import { decidedColumns } from '#server/platform/database/schema/decided-columns.ts'
import { camelCase } from './database-catalogue.ts'

/**
 * Watches the inserts of the product: each names every column that may be null and has no default, unless a `?` in
 * `schema/column-decisions.ts` says that it is null at first. The types cannot ask for it: to Kysely what may be null may be
 * left out. Inserts of the tests themselves are their own affair.
 */
export class InsertsNameColumns extends OperationNodeTransformer implements KyselyPlugin {
  readonly #toName = new Map<string, string[]>()
  readonly #faults = new Set<string>()

  /** @param nullable the columns that may be null and have no default, as `table.column` */
  constructor(nullable: readonly string[]) {
    super()
    for (const { table, column, isNullAtFirst } of decidedColumns()) {
      if (isNullAtFirst || !nullable.includes(`${table}.${column}`)) continue
      this.#toName.set(table, [...(this.#toName.get(table) ?? []), column])
    }
  }

  /** @throws when an insert left something out */
  judge(): void {
    if (this.#faults.size === 0) return
    const advice = 'Name them, or mark them with ? in src/server/platform/database/schema/column-decisions.ts.'
    throw new Error(`Columns that may be null were left out. ${[...this.#faults].join('. ')}. ${advice}`)
  }

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return this.transformNode(node)
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result
  }

  protected override transformInsertQuery(
    ...given: Parameters<OperationNodeTransformer['transformInsertQuery']>
  ): InsertQueryNode {
    const [{ into, columns = [] }] = given
    const table = camelCase(into?.table.identifier.name ?? '')
    const named = columns.map(({ column }) => camelCase(column.name))
    const missing = (this.#toName.get(table) ?? []).filter((column) => !named.includes(column))
    const file = missing.length === 0 ? null : insertingFile()
    if (file) this.#faults.add(`${file} inserts into ${table} without ${missing.join(', ')}`)
    return super.transformInsertQuery(...given)
  }
}

/** The file of the product that builds the statement under way; null where a test does. */
function insertingFile(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = stackTraceLimit
  const root = `${resolve('.')}/`
  const frames = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s()]+?):\d+:\d+/g)].map(([, path = '']) => path)
  const [first] = frames.flatMap((path) =>
    path.startsWith(root) && !/node_modules|inserts-name-columns/.test(path) ? path.slice(root.length) : [],
  )
  return first?.startsWith('src/') && !first.endsWith('.test.ts') ? first : null
}
