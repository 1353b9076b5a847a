import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { TwimlTemplate } from '#contract/admin/admin.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { twimlTemplatesQuery } from '../admin-queries.ts'
import { indentedXml } from './indented-xml.ts'

/** The scripts that the provider can store, ready to be copied into its console. */
export function TwimlBins() {
  const query = useQuery(twimlTemplatesQuery())
  const templates = useLoadState(query)
  switch (templates.status) {
    case 'loading':
      return <TemplatesLoading />
    case 'failed':
      return <LoadFailure query={query} headingLevel="h2" title="Failed to load the templates" />
    case 'ready':
      return (
        <>
          <h2 className="sr-only">TwiML Bins</h2>
          <div className="twiml">
            {templates.data.map((template) => (
              <Template key={template.id} {...template} />
            ))}
          </div>
        </>
      )
  }
}

function Template({ name, description, twiml }: TwimlTemplate) {
  const headingId = useId()
  const readable = indentedXml(twiml)
  return (
    <article className="grid content-start gap-2.5" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <h3 id={headingId}>{name}</h3>
          <p className="small muted">{description}</p>
        </div>
        <CopyButton text={readable} about={`${name} template`} className="shrink-0" />
      </div>
      <pre className="codebox">{readable}</pre>
    </article>
  )
}

function TemplatesLoading() {
  return (
    <div className="twiml">
      <LoadingStatus>Loading templates</LoadingStatus>
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="grid gap-2.5">
          <Skeleton width="9rem" height="1.5rem" />
          <Skeleton height="9rem" />
        </div>
      ))}
    </div>
  )
}
