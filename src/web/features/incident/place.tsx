import { KeyRound, MapPin } from 'lucide-react'
import type { Incident } from '#contract/calls/incidents.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Where to go and how to get in, for the people who may know. */
export function Place({ place, name }: { place: NonNullable<Incident['place']>; name: string }) {
  const { address, accessNote } = place
  return (
    <Panel title={`Where ${name} lives`}>
      <div className="grid gap-4 px-5 pb-5">
        {address && (
          <div className="flex items-start gap-3">
            <MapPin />
            <div className="grid gap-2">
              <p>{address}</p>
              <div className="flex flex-wrap gap-2">
                <a className={buttonClass({ size: 'sm' })} href={mapLink(address)} target="_blank" rel="noreferrer">
                  Open in Maps
                </a>
                <CopyButton variant="ghost" text={address} about="the address" />
              </div>
            </div>
          </div>
        )}
        {accessNote && (
          <div className="flex items-start gap-3">
            <KeyRound />
            <p className="whitespace-pre-line">{accessNote}</p>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** Opens the map app of a phone, and a map in any browser: Google's "Maps URLs", which need no key. */
function mapLink(address: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`
}
