import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { InsertType, SelectType } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'
import type { StoredColumn } from './database-catalogue.ts'

/**
 * What is wrong with the type of a column, as a text; `ok` where it says what the database says. The compiler names the
 * text in its error.
 */
export type Fault<
  Table extends keyof Database,
  Column,
  Value,
  IsNullable,
  HasDefault,
> = Column extends keyof Database[Table]
  ? FaultOf<SelectType<Database[Table][Column]>, InsertType<Database[Table][Column]>, Value, IsNullable, HasDefault>
  : 'is in the database and not in its type'

type FaultOf<Selected, Inserted, Value, IsNullable, HasDefault> = [unknown] extends [Selected]
  ? InsertFault<Inserted, IsNullable, HasDefault>
  : [null extends Selected ? true : false, IsNullable] extends [true, false]
    ? 'is never null in the database, and may be null in its type'
    : [null extends Selected ? true : false, IsNullable] extends [false, true]
      ? 'may be null in the database, and is never null in its type'
      : [NonNullable<Selected>] extends [Value]
        ? InsertFault<Inserted, IsNullable, HasDefault>
        : 'has another type in the database'

type InsertFault<Inserted, IsNullable, HasDefault> = [undefined extends Inserted ? true : false, HasDefault] extends [
  true,
  false,
]
  ? 'has no default in the database, and is generated in its type'
  : [undefined extends Inserted ? true : false, HasDefault, IsNullable] extends [false, true, false]
    ? 'has a default in the database, and is not generated in its type'
    : 'ok'

/** What of the names of a type is not among those of the database. */
export type Surplus<Typed extends string, Stored> = [Exclude<Typed, Stored>] extends [never]
  ? 'ok'
  : `its type has ${Exclude<Typed, Stored>}, which is not in the database`

const VALUES: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  text: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  jsonb: 'object',
  'timestamp with time zone': 'Date',
  'bigint[]': 'number[]',
  'text[]': 'string[]',
  'timestamp with time zone[]': 'Date[]',
}

/**
 * Compares the types of `src/server/platform/database/schema.ts`, in the tree at `root`, with the columns of a database, both ways; one
 * sentence for each difference.
 */
export async function differencesFromTypes(columns: readonly StoredColumn[], root = '.'): Promise<string[]> {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const checks = [
    ...columns.map(({ table, column, type, isNullable, hasDefault }) => ({
      subject: `${table}.${column}`,
      type: `Fault<'${table}', '${column}', ${VALUES[type] ?? `'no type is known for ${type}'`}, ${isNullable}, ${hasDefault}>`,
    })),
    ...[...tables].map(([table, own]) => ({
      subject: table,
      type: `Surplus<keyof Database['${table}'], ${unionOf(own.map(({ column }) => column))}>`,
    })),
    // The view of owners has columns of people and members, which are compared there.
    { subject: 'tables', type: `Surplus<Exclude<keyof Database, 'owners'>, ${unionOf(tables.keys())}>` },
  ]
  const imports = ["import type { Fault, Surplus } from 'CHECK'", "import type { Database } from 'SCHEMA'"]
    .join('; ')
    .replace('CHECK', resolve(root, 'test/schema-check.ts'))
    .replace('SCHEMA', resolve(root, 'src/server/platform/database/schema.ts'))
  const lines = [imports, ...checks.map(({ type }, index) => `export const check${index}: ${type} = 'ok'`)]
  const errors = await compile(lines.join('\n'))
  return errors.map(({ line, text }) => `${checks[line - 2]?.subject ?? 'the comparison'}: ${text}`)
}

const unionOf = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(' | ')

async function compile(program: string): Promise<{ line: number; text: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cooee-schema-'))
  try {
    await writeFile(join(folder, 'check.ts'), program)
    const compilerOptions = { types: ['node'], typeRoots: [resolve('node_modules/@types')] }
    const config = { extends: resolve('tsconfig.json'), compilerOptions, include: [], files: ['check.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const output = await outputOf([resolve('node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'])
    return output.split('\n').flatMap((text) => {
      const [, line] = /check\.ts\((\d+),/.exec(text) ?? []
      if (line !== undefined) return { line: Number(line), text: /to type '"(.*)"'/.exec(text)?.[1] ?? text }
      return text.includes('error TS') ? { line: 0, text } : []
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What a program of Node prints, whether it succeeds or not. */
function outputOf(args: string[]): Promise<string> {
  return new Promise((done) => execFile(process.execPath, args, (_error, stdout, stderr) => done(stdout + stderr)))
}
