import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { camelCaseResults, type Db } from '../database.ts'
import type { Database } from '../schema.ts'

/** Stands in a statement for a value that is known when it is sent. */
export type Param<Value> = RawBuilder<Value>

type ValueOf<Given> = Given extends Param<infer Value> ? Value : undefined
type ValuesOf<Given> = { [Name in keyof Given]: ValueOf<Given[Name]> }

class Blank {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Writes constants into the statement, so that only what is left blank is a parameter: a plan that holds for every value
 * of a parameter cannot use an index that is made for some.
 */
class ConstantsInText extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Blank) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

/** Builds statements and sends none. */
const onPaper: Db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new ConstantsInText(),
  },
  plugins: [camelCaseResults()],
})

/**
 * A statement that is sent often: it is built once here, and as its text never changes, each connection prepares it
 * (`sparing-pool.ts`). Building and planning one costs several times as much as running it. `build` is called once for each
 * set of parameters that are given (what is left out is undefined there, so that it can leave its condition out), and must
 * depend on nothing else. Without it what screens read costs 1.3 to 1.6 times the processor (docs/performance.md).
 */
export function preparedStatement<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, values: ValuesOf<Given>) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>()
  return async (db, values) => {
    const byName = new Map<string, unknown>(Object.entries(values).filter(([, value]) => value !== undefined))
    const names = [...byName.keys()].sort()
    const key = names.join()
    const statement = statements.get(key) ?? prepare(build, names)
    statements.set(key, statement)
    const parameters = statement.parameters.map((value) => (value instanceof Blank ? byName.get(value.name) : value))
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters })
    return rows
  }
}

function prepare<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
  names: readonly string[],
): CompiledQuery<Row> {
  const given = Object.fromEntries(names.map((name) => [name, sql`${new Blank(name)}`]))
  return build(onPaper, given as Given).compile()
}
