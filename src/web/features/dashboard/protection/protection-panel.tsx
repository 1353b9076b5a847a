import { useState } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortNames } from '#web/domain/people/short-names.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { hideProtection, isProtectionHidden } from '#web/lib/session/session-storage.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { type MissingStep, missingSteps, PROTECTION_STEPS } from './protection.ts'
import './protection.css'

const MAX_PEOPLE = 3

/** Of each loved one what is still missing until they are protected; nothing where nothing is, or where it was hidden. */
export function ProtectionPanel({ lovedOnes }: { lovedOnes: readonly LovedOne[] }) {
  const user = useUser()
  const [, setHidden] = useState(0)
  const names = shortNames(lovedOnes)
  const unprotected = lovedOnes.flatMap((lovedOne) => {
    const name = names.get(lovedOne.id) ?? lovedOne.name
    const missing = isProtectionHidden(lovedOne.id) ? null : missingSteps(user, lovedOne, name)
    return missing && missing.length > 0 ? [{ id: lovedOne.id, name, missing }] : []
  })
  return unprotected.slice(0, MAX_PEOPLE).map(({ id, name, missing }, index) => (
    <Protection
      key={id}
      name={name}
      missing={missing}
      isOpen={index === 0}
      onHide={() => {
        hideProtection(id)
        setHidden(id)
      }}
    />
  ))
}

interface ProtectionProps {
  name: string
  missing: readonly MissingStep[]
  /** One list is open at first; of the others their heads are enough. */
  isOpen: boolean
  onHide: () => void
}

function Protection({ name, missing, isOpen, onHide }: ProtectionProps) {
  const done = PROTECTION_STEPS - missing.length
  const title = `${name} is protected: ${done} of ${PROTECTION_STEPS}`
  return (
    <details className="card protect" open={isOpen}>
      <summary className="protect__head">
        <h2>{title}</h2>
      </summary>
      <div className="protect__bar" aria-hidden="true">
        <span style={{ width: `${(100 * done) / PROTECTION_STEPS}%` }} />
      </div>
      <ul className="protect__list">
        {missing.map(({ title, why, href }) => (
          <li key={title}>
            <TextLink href={href} about={`for ${name}`}>
              {title}
            </TextLink>
            <span className="muted">{why}</span>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={onHide}>
        <span>
          Hide this list <VisuallyHidden>for {name}</VisuallyHidden>
        </span>
      </Button>
    </details>
  )
}
