import { queryOptions, useQuery } from '@tanstack/react-query'
import { Phone, UserPlus } from 'lucide-react'
import { CONTACT_CARD_PATH, ownNumberSchema } from '#contract/people/own-number.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import './own-number-card.css'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The number that this loved one is rung from (without one, the first of the circle), with its contact card and a way to copy it. */
export function OwnNumberCard({ why, lovedOneId }: { why: string; lovedOneId?: number }) {
  const query = useQuery(ownNumberQuery(lovedOneId))
  const phone = useLoadState(query)
  return (
    <section className="save-number" aria-label="Cooee’s number">
      <Phone />
      <div className="save-number__words">
        {phone.status === 'ready' && (
          <p>
            Cooee rings from <strong className="num">{keptTogether(phone.data.display)}</strong>
          </p>
        )}
        {phone.status === 'loading' && (
          <>
            <LoadingStatus>Loading Cooee’s number</LoadingStatus>
            <Skeleton width="min(16rem, 100%)" height="1lh" />
          </>
        )}
        {phone.status === 'failed' && <p>We couldn’t load the number we ring from.</p>}
        <p className="muted">{why}</p>
      </div>
      <div className="save-number__actions">
        {phone.status === 'failed' ? (
          <Button size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
            Try Again
          </Button>
        ) : (
          <>
            <a
              className={buttonClass({ size: 'sm' })}
              href={cardPath(phone.status === 'ready' ? phone.data.vcardUrl : null)}
              download="Cooee.vcf"
            >
              <UserPlus />
              Save this number
            </a>
            {phone.status === 'ready' && (
              <CopyButton variant="ghost" text={phone.data.display} about="Cooee’s number" />
            )}
          </>
        )}
      </div>
    </section>
  )
}

/** The card on this server, whatever name it is reached by. */
function cardPath(vcardUrl: string | null): string {
  return `${CONTACT_CARD_PATH}${vcardUrl === null ? '' : new URL(vcardUrl).search}`
}

/** The number that Cooee rings from. It changes only when the operator takes another one. */
function ownNumberQuery(lovedOneId: number | undefined) {
  const of = lovedOneId === undefined ? '' : `?lovedOneId=${lovedOneId}`
  return queryOptions({
    queryKey: [...queryKeys.ownNumber, lovedOneId ?? null],
    queryFn: ({ signal }) => api.get(ownNumberSchema, `/api/phone${of}`, { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
  })
}
