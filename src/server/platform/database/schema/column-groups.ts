/** What the group of a column decides: whether it is sealed, what a log shows of it, and whether its owner's export has it. */
export interface GroupDecision {
  isSealed: boolean
  inLogs: 'as it is' | 'masked' | 'left out'
  isExported: boolean
}

export const COLUMN_GROUPS = {
  /** Ids, instants, counts and choices. */
  facts: { isSealed: false, inLogs: 'as it is', isExported: true },
  /** Names and sentences about somebody, which SQL reads or a message repeats. */
  personal: { isSealed: false, inLogs: 'left out', isExported: true },
  /** Phone numbers, of which logs keep the last three digits, and mail addresses, of which they keep the host. */
  numbers: { isSealed: false, inLogs: 'masked', isExported: true },
  /** Why something failed, in words of ours or of a provider: logs mask numbers and mail addresses in every text. */
  reasons: { isSealed: false, inLogs: 'as it is', isExported: true },
  /** What people say and write. `sealing/sealed-columns.ts` says how it is sealed; the export has it opened. */
  sealed: { isSealed: true, inLogs: 'left out', isExported: true },
  sealedSecrets: { isSealed: true, inLogs: 'left out', isExported: false },
  /** Hashes of what opens something, or of a number. */
  secrets: { isSealed: false, inLogs: 'left out', isExported: false },
  /** Whose row it is, how it is stored, when Cooee processes it next: of no use to its owner. */
  inner: { isSealed: false, inLogs: 'as it is', isExported: false },
} as const satisfies Record<string, Readonly<GroupDecision>>

export type ColumnGroup = keyof typeof COLUMN_GROUPS

/** The columns of a table by group, with spaces between. `deleted` names what deletes its rows. */
export type TableDecision = { [Group in ColumnGroup]?: string } & {
  deleted: string
  /** Why the export has nothing of the table, whatever the groups of its columns say. */
  notExported?: string
}

/** The names in a text of a `TableDecision`, without their marks. */
export type Names<Text> = Text extends `${infer First} ${infer Rest}`
  ? Unmarked<First> | Names<Rest>
  : Text extends string
    ? Unmarked<Text>
    : never
type Unmarked<Name extends string> = Name extends `${infer Bare}?` ? Bare : Name
