import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminLanguage } from '#contract/admin/admin-languages.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { htmlLanguage, LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { saveFile } from '#web/lib/http/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { adminLanguagesQuery, fetchLanguageFile, useRevertLanguage } from './languages-api.ts'

/** For native reviewers: what is said in each language goes out as a file, and comes back corrected. */
export function LanguagesPanel() {
  const query = useQuery(adminLanguagesQuery())
  const languages = useLoadState(query)
  return (
    <Panel title="Languages">
      {languages.status === 'loading' && (
        <div className="card__body grid gap-3 pt-2 md:pt-2">
          <LoadingStatus>Loading the languages</LoadingStatus>
          <Skeleton height="3rem" />
        </div>
      )}
      {languages.status === 'failed' && <LoadFailure query={query} title="Failed to load the languages" />}
      {languages.status === 'ready' && (
        <div className="card__body grid gap-5 pt-2 md:pt-2">
          <p>
            Calls and texts come in these languages. Please have a native speaker read one before families rely on it:
            export it, send them the file, and import what they send back. Calls say the corrections at once.
          </p>
          <ul className="grid gap-5">
            {languages.data.map((language) => (
              <LanguageItem key={language.language} language={language} />
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}

function LanguageItem({ language: { language, isReviewed, lovedOnes, texts, review } }: { language: AdminLanguage }) {
  const [open, setOpen] = useState<'import' | 'revert' | null>(null)
  const { english, native, direction } = LANGUAGE_NAMES[language]
  const revert = useRevertLanguage(language)
  const failed = () => toast.error('That did not work')
  return (
    <li className="grid gap-2">
      <h3>
        {english}{' '}
        <span className="muted" lang={htmlLanguage(language)} dir={direction}>
          {native}
        </span>
      </h3>
      <p>
        Read by a native speaker: <b>{isReviewed ? 'yes' : 'no'}</b>. {texts} texts, and{' '}
        {lovedOnes === 1 ? '1 loved one is' : `${lovedOnes} loved ones are`} called in it.
      </p>
      {review && (
        <p className="muted">
          {review.corrected === 1 ? '1 text' : `${review.corrected} texts`} corrected by <bdi>{review.reviewer}</bdi>,
          imported by {review.importedBy} on {formatDateTime(new Date(review.importedAt), viewerZone())}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => exportFile(language).catch(failed)}>
          Export {english}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setOpen('import')}>
          Import {english}
        </Button>
        {review && (
          <Button size="sm" variant="danger-ghost" onClick={() => setOpen('revert')}>
            Take back {english}
          </Button>
        )}
      </div>
      {open === 'import' && <ImportDialog language={language} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'revert'}
        onOpenChange={() => setOpen(null)}
        title={`Take back the corrections of ${english}?`}
        description="Calls say again what they said before this import."
        cancelLabel="Keep them"
        confirmLabel="Take back"
        busy={revert.isPending}
        onConfirm={() => revert.mutate(undefined, { onError: failed, onSettled: () => setOpen(null) })}
      />
    </li>
  )
}

async function exportFile(language: AdminLanguage['language']): Promise<void> {
  const file = await fetchLanguageFile(language)
  saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `cooee-${language}.json`)
}
