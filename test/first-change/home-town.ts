/** One place of the worked example in CONTRIBUTING.md: what is written there, and behind which text it stands. */
export interface Place {
  file: string
  /** Missing in a file that is new. */
  behind?: string
  write: string
  /** What notices that it was forgotten. */
  noticedBy: 'types' | 'schema' | 'card'
}

/** A field of a loved one, "Home Town", from the database to the card. */
export const HOME_TOWN: readonly Place[] = [
  {
    file: 'migrations/9999_home_town.sql',
    write: `-- Where a loved one comes from is a good subject for a chat.
alter table loved_ones add column home_town text check (char_length(home_town) between 1 and 100);
`,
    noticedBy: 'schema',
  },
  {
    file: 'src/server/platform/database/schema/loved-ones.ts',
    behind: '  preferredName: string | null\n',
    write: '  homeTown: string | null\n',
    noticedBy: 'types',
  },
  {
    file: 'src/server/platform/database/schema/column-decisions.ts',
    behind: "    personal: 'name preferredName",
    write: ' homeTown',
    noticedBy: 'schema',
  },
  {
    file: 'src/contract/people/loved-ones.ts',
    behind: '  preferredName: z.string().nullable(),\n',
    write: '  homeTown: z.string().nullable(),\n',
    noticedBy: 'types',
  },
  {
    file: 'src/contract/people/loved-one-forms.ts',
    behind: '  address: optionalText({ max: 200 }),\n',
    write: '  homeTown: optionalText({ max: 100 }),\n',
    noticedBy: 'types',
  },
  {
    file: 'src/server/features/loved-ones/save-loved-one.ts',
    behind: '        preferredName: body.preferredName ?? null,\n',
    write: '        homeTown: body.homeTown ?? null,\n',
    noticedBy: 'types',
  },
  {
    file: 'src/server/features/loved-ones/loved-one-view.ts',
    behind: "      'lovedOnes.preferredName',\n",
    write: "      'lovedOnes.homeTown',\n",
    noticedBy: 'types',
  },
  {
    file: 'src/web/features/loved-ones/form/loved-one-fields.tsx',
    behind: "    notes: lovedOne?.notes ?? '',\n",
    write: "    homeTown: lovedOne?.homeTown ?? '',\n",
    noticedBy: 'types',
  },
  {
    file: 'src/web/features/loved-ones/form/loved-one-fields.tsx',
    behind: '      <TextareaField form={form} name="notes" label="Notes" optional />\n',
    write: '      <TextField form={form} name="homeTown" label="Home Town" optional autoComplete="off" />\n',
    noticedBy: 'card',
  },
  {
    file: 'src/web/features/loved-ones/loved-one-card.tsx',
    behind: '          <h2>{name}</h2>\n',
    write: '          {lovedOne.homeTown && <p className="muted">{lovedOne.homeTown}</p>}\n',
    noticedBy: 'card',
  },
]
