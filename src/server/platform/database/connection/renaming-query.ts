import pg from 'pg'

/** pg hands a statement's columns over here, before the first row; its types keep quiet about it. */
type Described = { handleRowDescription(message: { fields: pg.FieldDef[] }): void }
const describe = (pg.Query.prototype as unknown as Described).handleRowDescription

/** A statement whose rows have other names than the columns: each name is changed once, not in every row. */
export class RenamingQuery extends pg.Query {
  readonly #nameOf: (column: string) => string

  constructor(
    config: pg.QueryConfig,
    nameOf: (column: string) => string,
    done: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(config, done)
    this.#nameOf = nameOf
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    for (const field of message.fields) field.name = this.#nameOf(field.name)
    describe.call(this, message)
  }
}
