import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { HotDays } from '#web/domain/hot-days/hot-days.tsx'
import { lovedOnesPath, tryPath } from '#web/domain/paths.ts'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { isLongList } from '#web/domain/people/use-loved-one.ts'
import { lovedOnesSearch } from '#web/domain/search-parameters.ts'
import { waitingDraft } from '#web/lib/forms/draft.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { KookaburraWire } from '#web/ui/illustrations/kookaburra-wire.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { DialogMissing } from '#web/ui/overlay/dialog-loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { EveryoneAway } from './away/everyone-away.tsx'
import { LovedOneCard } from './loved-one-card.tsx'
import { filterLovedOnes, type ServiceFilter } from './loved-one-filter.ts'
import { LovedOneRow } from './loved-one-row.tsx'
import { LovedOnesLoading } from './loved-ones-loading.tsx'
import { LovedOnesToolbar } from './loved-ones-toolbar.tsx'
import { type Layout, rememberedLayout, rememberLayout } from './remembered-layout.ts'

// The list is read far more often than the forms are filled in.
const AddLovedOne = lazyPart(
  async () => (await import('./form/add-loved-one.tsx')).AddLovedOne,
  (failure, { onClose }) => <DialogMissing title="Add New Loved One" failure={failure} onClose={onClose} />,
)
const EditLovedOne = lazyPart(
  async () => (await import('./form/edit-loved-one.tsx')).EditLovedOne,
  (failure, { onClose }) => <DialogMissing title="Edit Loved One" failure={failure} onClose={onClose} />,
)
const AwayDialog = lazyPart(
  async () => (await import('./away/away-dialog.tsx')).AwayDialog,
  (failure, { onClose }) => <DialogMissing title="Away" failure={failure} onClose={onClose} />,
)
const RemoveLovedOne = lazyPart(
  async () => (await import('./remove-loved-one.tsx')).RemoveLovedOne,
  (failure, { onClose, lovedOne }) => (
    <DialogMissing title={`Remove ${lovedOne.name}?`} failure={failure} onClose={onClose} />
  ),
)
const ManyLovedOnes = lazyPart(
  async () => (await import('./many-loved-ones.tsx')).ManyLovedOnes,
  ({ onRetry }) => <ListFailure onRetry={onRetry} />,
  <LovedOnesLoading />,
)

type Open =
  | { dialog: 'add' }
  | { dialog: 'edit'; id: number }
  | { dialog: 'away'; id: number }
  | { dialog: 'remove'; lovedOne: LovedOne }

/** The dialog that the address asks for, or the one in which somebody was typing when the session ended. */
function openAtFirst(add: boolean | undefined, edit: number | undefined, away: number | undefined): Open | null {
  const draft = waitingDraft('loved-one/')
  if (add || draft === 'new') return { dialog: 'add' }
  if (edit !== undefined) return { dialog: 'edit', id: edit }
  if (away !== undefined) return { dialog: 'away', id: away }
  return draft === undefined ? null : { dialog: 'edit', id: Number(draft) }
}

/** Whether people can go away together. */
const areSeveral = ({ length }: readonly LovedOne[]) => length > 1

/** Everybody the account holder cares for: find, add, change, remove. */
export function LovedOnes() {
  useDocumentTitle('Loved Ones')
  const go = useGo()
  const mayChange = useRight('care')
  const { add, edit, away } = useSearch(lovedOnesSearch)
  const [open, setOpen] = useState(() => openAtFirst(add, edit, away))
  const [layout, setLayout] = useState(rememberedLayout)
  const [search, setSearch] = useState('')
  const [service, setService] = useState<ServiceFilter>('all')
  const query = useQuery(lovedOnesQuery())
  const lovedOnes = useLoadState(query)
  const shownAway = open?.dialog === 'away' ? open.id : away
  const isAway = lovedOnes.status === 'ready' ? lovedOnes.data.find(({ id }) => id === shownAway) : undefined
  const isEmpty = lovedOnes.status === 'ready' && lovedOnes.data.length === 0

  function close() {
    setOpen(null)
    if (add || edit || away) go(lovedOnesPath(), { replace: true })
  }
  /** Nobody knows yet who answers at a new number. */
  function tryNow(id: number) {
    setOpen(null)
    go(tryPath(id), { replace: add === true || edit !== undefined })
  }
  function chooseLayout(next: Layout) {
    setLayout(next)
    rememberLayout(next)
  }
  function clearFilters() {
    setSearch('')
    setService('all')
  }

  return (
    <>
      <header className="page-head">
        <div>
          <h1>Loved Ones</h1>
        </div>
        <div className="page-head__actions">
          {mayChange ? (
            <>
              <EveryoneAway isShown={lovedOnes.status === 'ready' && areSeveral(lovedOnes.data)} />
              <Button variant={isEmpty ? 'outline' : 'primary'} onClick={() => setOpen({ dialog: 'add' })}>
                <Plus />
                Add New
              </Button>
            </>
          ) : (
            <WhoMay right="care" />
          )}
        </div>
      </header>
      {lovedOnes.status === 'ready' && lovedOnes.stale && <StaleNotice />}
      {lovedOnes.status !== 'failed' && !isEmpty && (
        <LovedOnesToolbar
          search={search}
          onSearch={setSearch}
          service={service}
          onService={setService}
          layout={layout}
          onLayout={chooseLayout}
        />
      )}
      <HotDays />
      {content()}

      {mayChange && open?.dialog === 'add' && <AddLovedOne onClose={close} onAdded={tryNow} />}
      {mayChange && open?.dialog === 'edit' && (
        <EditLovedOne
          id={open.id}
          isAboutNumber={edit === open.id}
          onClose={close}
          onNewNumber={() => tryNow(open.id)}
        />
      )}

      {mayChange && isAway && <AwayDialog key={isAway.id} lovedOne={isAway} onClose={close} />}
      {mayChange && open?.dialog === 'remove' && <RemoveLovedOne lovedOne={open.lovedOne} onClose={close} />}
    </>
  )

  function content() {
    if (lovedOnes.status === 'loading') return <LovedOnesLoading />
    if (lovedOnes.status === 'failed') {
      return <ListFailure hint={lovedOnes.error.message} onRetry={() => query.refetch()} />
    }
    if (isEmpty) return <NobodyYet onAdd={() => setOpen({ dialog: 'add' })} />
    if (isLongList(lovedOnes.data)) {
      return (
        <ManyLovedOnes
          search={search}
          service={service}
          people={people}
          nobody={<NoMatches onClear={clearFilters} />}
        />
      )
    }
    const found = filterLovedOnes(lovedOnes.data, search, service)
    return (
      <>
        <LiveRegion visible className="muted num">
          {`Showing ${found.length} of ${lovedOnes.data.length} loved ones`}
        </LiveRegion>
        {found.length > 0 ? people(found) : <NoMatches onClear={clearFilters} />}
        <SaveNumber why="Save it in their phones, so they see who’s calling." />
      </>
    )
  }

  function people(found: readonly LovedOne[]) {
    if (layout === 'grid') {
      return (
        <div className="lo-grid">
          {found.map((lovedOne) => (
            <LovedOneCard
              key={lovedOne.id}
              lovedOne={lovedOne}
              onEdit={() => setOpen({ dialog: 'edit', id: lovedOne.id })}
              onAway={() => setOpen({ dialog: 'away', id: lovedOne.id })}
            />
          ))}
        </div>
      )
    }
    return (
      <ul className="card lo-list">
        {found.map((lovedOne) => (
          <LovedOneRow
            key={lovedOne.id}
            lovedOne={lovedOne}
            onEdit={() => setOpen({ dialog: 'edit', id: lovedOne.id })}
            onAway={() => setOpen({ dialog: 'away', id: lovedOne.id })}
            onRemove={() => setOpen({ dialog: 'remove', lovedOne })}
          />
        ))}
      </ul>
    )
  }
}

function ListFailure({ hint, onRetry }: { hint?: string; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState
        title="Failed to load loved ones"
        hint={hint || 'There was a problem connecting to the server'}
        retryLabel="Refresh"
        onRetry={onRetry}
      />
    </Card>
  )
}

function NobodyYet({ onAdd }: { onAdd: () => void }) {
  const mayAdd = useRight('care')
  return (
    <Card>
      <EmptyState
        title="No loved ones added yet"
        illustration={<KookaburraWire className="illus" />}
        action={
          mayAdd && (
            <Button variant="primary" size="lg" onClick={onAdd}>
              <Plus />
              Add First Loved One
            </Button>
          )
        }
      >
        {mayAdd
          ? 'Add the person you’d like Cooee to ring. You’ll need their name, phone number and timezone.'
          : 'You’ll see the people Cooee rings for this family here.'}
      </EmptyState>
    </Card>
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        title="No matches found"
        action={
          <Button onClick={onClear}>
            <X />
            Clear Filters
          </Button>
        }
      >
        Try a shorter name, or look across all services.
      </EmptyState>
    </Card>
  )
}
